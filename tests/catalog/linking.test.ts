import { describe, expect, it } from 'vitest'
import { checkLinks } from '../../server/admin/checks/catalogue.ts'
import { resolveAlbum } from '../../server/catalog/albums.ts'
import { writeOutcome } from '../../server/catalog/linking/outcome.ts'
import { countLinks, queueAllAlbums, wantLink } from '../../server/catalog/linking/queue.ts'
import { settleLink } from '../../server/catalog/linking/settle.ts'
import { getAlbum } from '../../server/catalog/queries.ts'
import { change } from '../../server/core/change.ts'
import { parseGroupId } from '../../shared/musicbrainz.ts'
import { group, linkingService } from './linkingService.ts'

const groups = [
  group('Songs', {
    firstReleaseDate: '1997-09-22',
    aliases: ['Chansons'],
    tags: [
      { name: 'trip hop', count: 3 },
      { name: 'electronic', count: 9 },
    ],
    tracks: [
      { title: 'One', seconds: 60 },
      { title: 'Two', seconds: null },
    ],
  }),
  group('Twins', { key: 'twin 1', firstReleaseDate: '1980' }),
  group('Twins', { key: 'twin 2', firstReleaseDate: '1990', primaryType: 'EP' }),
  group('Live', { secondaryTypes: ['Live', 'Compilation'] }),
  ...Array.from({ length: 12 }, (_, index) => group(`Record ${index + 10}`)),
]
const service = linkingService(groups)
const { create, run, linkOf, deps, pass, requests } = service
const nothing = new AbortController().signal

const days = (from: Date | null, to: Date | null) =>
  Math.round((to!.getTime() - from!.getTime()) / 86_400_000)

describe('an album that somebody uses', () => {
  it('is linked, with its date, its type, its genres and its tracks, and its open pages follow', async () => {
    const [id] = await create('Songs')
    expect(await linkOf(id!)).toMatchObject({ state: 'waiting', groupId: null })
    await run()
    const { album, ...link } = await linkOf(id!)
    expect(link).toMatchObject({ state: 'linked', groupId: service.idOf('Songs'), failures: 0 })
    expect(album).toMatchObject({
      releaseDate: '1997-09-22',
      year: 1997,
      type: 'album',
      tracks: '[["One",61],"Two"]',
      trackCount: 2,
    })
    const genres = await deps().db.albumGenre.findMany({ where: { albumId: id! }, include: { genre: true } })
    expect(genres.map(({ votes, genre }) => `${genre.name} ${votes}`).toSorted()).toEqual([
      'electronic 9',
      'trip hop 3',
    ])
    expect(await deps().db.releaseGroup.findMany()).toMatchObject([{ title: 'Songs', key: 'artist-songs' }])
    expect(await service.events()).toBeGreaterThan(0)
    expect(requests()).toHaveLength(2)
  })

  it('keeps the tracks that it has', async () => {
    const [id] = await create('Songs')
    await deps().db.album.update({ where: { id: id! }, data: { trackCount: 11 } })
    await run()
    expect((await linkOf(id!)).album).toMatchObject({ tracks: null, trackCount: 11, year: 1997 })
  })

  it('has the type of its group', async () => {
    const [id] = await create('Live')
    await run()
    expect((await linkOf(id!)).album.type).toBe('live')
  })

  it('of two groups is ambiguous, with what tells them apart', async () => {
    const [id] = await create('Twins')
    await run()
    const link = await linkOf(id!)
    expect(link).toMatchObject({ state: 'ambiguous', groupId: null, album: { year: null } })
    expect(JSON.parse(link.candidates!)).toEqual(
      expect.arrayContaining([
        { id: service.idOf('twin 1'), artist: 'Artist', title: 'Twins', releaseDate: '1980', type: 'album' },
        { id: service.idOf('twin 2'), artist: 'Artist', title: 'Twins', releaseDate: '1990', type: 'ep' },
      ]),
    )
    expect(await deps().db.releaseGroup.count()).toBe(2)
  })

  it('that the service does not know is asked for again after 1, 2, 4 … 30 days', async () => {
    const [id] = await create('Nothing')
    const pauses: number[] = []
    for (let look = 0; look < 7; look++) {
      await run()
      const link = await linkOf(id!)
      expect(link.state).toBe('none')
      const pause = days(link.checkedAt, link.lookUpAt)
      pauses.push(pause)
      service.demo().forgetRequests()
      pass(pause - 0.5)
      await run()
      expect(requests()).toEqual([])
      pass(0.6)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30])
  })

  it('is put into the queue when the catalogue finds it', async () => {
    const { id } = await resolveAlbum(deps(), { artist: 'Björk', album: 'Homogenic' })
    expect(await linkOf(id)).toMatchObject({ state: 'waiting' })
  })
})

describe('rows', () => {
  it('from before the queue are put into it, and those that nobody uses are not looked up', async () => {
    const old = new Date(Date.now() - 30 * 86_400_000)
    const row = (name: string) => ({ key: `artist-${name}`, artist: 'Artist', name, createdAt: old })
    const used = await deps().db.album.create({ data: row('Songs') })
    const unused = await deps().db.album.create({ data: row('Live') })
    const user = await deps().db.user.create({
      data: { nickname: 'ada', email: 'ada@example.org', passwordHash: 'none' },
    })
    await deps().db.favorite.create({ data: { userId: user.id, albumId: used.id } })
    await queueAllAlbums(deps(), nothing)
    await queueAllAlbums(deps(), nothing)
    await run()
    expect(await linkOf(used.id)).toMatchObject({ state: 'linked' })
    const link = await linkOf(unused.id)
    expect(link).toMatchObject({ state: 'waiting', checkedAt: null })
    expect(days(new Date(), link.lookUpAt)).toBe(1)
  })

  it('whose page somebody opens come first', async () => {
    const ids = await create(...Array.from({ length: 12 }, (_, index) => `Record ${index + 10}`))
    await wantLink(deps(), 'artist-record_21')
    const stop = new AbortController()
    const client = service.client()
    const asked: string[] = []
    await run(
      {
        ...client,
        async searchGroups(search, caller) {
          if ('title' in search) asked.push(`${search.title} ${caller.isWaitedFor}`)
          if (asked.length === 3) stop.abort()
          return await client.searchGroups(search, caller)
        },
      },
      stop.signal,
    )
    expect(asked.slice(0, 2)).toContain('Record 21 true')
    expect(await linkOf(ids[11]!)).toMatchObject({ state: 'linked', wantedUntil: null })
  })

  it('are wanted while somebody looks at their page', async () => {
    const ref = { artist: 'Björk', album: 'Homogenic' }
    const { id } = await resolveAlbum(deps(), ref)
    await getAlbum(deps(), null, ref)
    const { wantedUntil } = await linkOf(id)
    expect(wantedUntil!.getTime()).toBeGreaterThan(deps().now().getTime())
  })

  it('that are linked or unknown are not asked for again because a page is opened', async () => {
    const ids = await create('Songs', 'Nothing')
    await run()
    for (const key of ['artist-songs', 'artist-nothing']) await wantLink(deps(), key)
    for (const id of ids) expect(await linkOf(id)).toMatchObject({ wantedUntil: null })
  })
})

it('the operator sees how many albums are linked, wait and are ambiguous', async () => {
  await create('Songs', 'Twins', 'Nothing')
  await run()
  await create('Live')
  expect(await countLinks(deps().db)).toEqual({ linked: 1, waiting: 1, ambiguous: 1 })
  const { said } = await checkLinks(deps().db)
  expect(said).toBe('Catalogue: 1 albums linked, 1 waiting, 1 ambiguous')
})

describe('the work', () => {
  it('goes on after an outage where it was, and asks nothing twice', async () => {
    const ids = await create('Songs', 'Live', 'Record 10')
    service.demo().misbehave({ service: 'musicbrainz', fault: 'busy', times: 3 })
    await run()
    for (const id of ids) expect(await linkOf(id)).toMatchObject({ state: 'linked' })
    service.demo().forgetRequests()
    await run()
    expect(requests()).toEqual([])
  })

  it('stops at any moment, and another process continues', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Record ${index + 10}`)
    const ids = await create(...names)
    const waiting = () => deps().db.albumLink.count({ where: { state: 'waiting' } })
    for (let stops = 1; (await waiting()) > 0; stops++) {
      const stop = new AbortController()
      let calls = 0
      const client = service.client()
      const count =
        <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
        async (...args: Args) => {
          if (++calls === (stops % 3) + 1) stop.abort()
          return await call(...args)
        }
      await run(
        { ...client, searchGroups: count(client.searchGroups), releases: count(client.releases) },
        stop.signal,
      )
    }
    for (const id of ids) expect(await linkOf(id)).toMatchObject({ state: 'linked' })
  })
})

describe('a linked album', () => {
  it('is checked again after 30 days, a hundred in one request', async () => {
    const ids = await create(...Array.from({ length: 12 }, (_, index) => `Record ${index + 10}`))
    await run()
    service.demo().forgetRequests()
    pass(29)
    await run()
    expect(requests()).toEqual([])
    pass(1.1)
    await deps().db.album.updateMany({ data: { releaseDate: null, year: null } })
    await run()
    expect(requests()).toHaveLength(1)
    for (const id of ids) expect((await linkOf(id)).album.year).toBe(2000)
  })

  const others = groups.filter(({ key }) => key !== 'Songs')
  it('follows a group that was merged into another one', async () => {
    const [id] = await create('Songs')
    await run()
    pass(31)
    const former = service.idOf('Songs')
    const songs = group('Songs', { key: 'merged', firstReleaseDate: '1998', formerIds: [former] })
    service.demo().setWorld({ groups: [...others, songs] })
    await run()
    expect(await linkOf(id!)).toMatchObject({
      state: 'linked',
      groupId: service.idOf('merged'),
      album: { releaseDate: '1998', year: 1998, type: 'album' },
    })
    expect(await deps().db.releaseGroup.findUnique({ where: { id: former } })).toBeNull()
  })

  it('of a group that was deleted keeps what is known of it', async () => {
    const [id] = await create('Songs')
    await run()
    pass(31)
    service.demo().setWorld({ groups: others })
    await run()
    expect(await linkOf(id!)).toMatchObject({
      state: 'none',
      groupId: null,
      album: { year: 1997, type: 'album', trackCount: 2, name: 'Songs' },
    })
    service.demo().setWorld({ groups })
    pass(1.1)
    await run()
    expect(await linkOf(id!)).toMatchObject({ state: 'linked' })
  })

  it('of a group that was deleted is looked up again, also if a moderator chose the group', async () => {
    const [id] = await create('Songs')
    await change(deps(), (write) => settleLink(write, { albumId: id!, groupId: service.idOf('Songs') }))
    await run()
    pass(31)
    service.demo().setWorld({ groups: others })
    await run()
    expect(await linkOf(id!)).toMatchObject({ state: 'none', groupId: null, isChosen: false })
    service.demo().setWorld({ groups })
    pass(1.1)
    await run()
    expect(await linkOf(id!)).toMatchObject({ state: 'linked', groupId: service.idOf('Songs') })
  })

  it('keeps a group that a moderator chose during its look-up, and is looked up later', async () => {
    const [id] = await create('Twins')
    await change(deps(), (write) => settleLink(write, { albumId: id!, groupId: service.idOf('Songs') }))
    const outcome = { albumId: id!, decision: { state: 'none' }, contents: null } as const
    await change(deps(), (write) => writeOutcome(write, outcome))
    expect((await linkOf(id!)).lookUpAt).not.toBeNull()
    await run()
    expect((await linkOf(id!)).album).toMatchObject({ year: 1997, trackCount: 2 })
  })

  it('for which a moderator chose no group is not due, whatever its row says', async () => {
    const [id] = await create('Twins')
    await run()
    await change(deps(), (write) => settleLink(write, { albumId: id!, groupId: null }))
    await deps().db.albumLink.update({ where: { albumId: id! }, data: { lookUpAt: new Date(0) } })
    await run()
    expect(await linkOf(id!)).toMatchObject({ state: 'none', isChosen: true, lookUpAt: null })
  })
})

describe('a moderator', () => {
  it('settles what is ambiguous, and the service never changes it', async () => {
    const [id] = await create('Twins')
    await run()
    const groupId = service.idOf('twin 2')
    await change(deps(), (write) => settleLink(write, { albumId: id!, groupId }))
    expect(await linkOf(id!)).toMatchObject({
      state: 'linked',
      groupId,
      isChosen: true,
      album: { year: 1990, type: 'ep' },
    })
    pass(31)
    await run()
    expect(await linkOf(id!)).toMatchObject({ state: 'linked', groupId, isChosen: true })
  })

  it('chooses a group that is not known here, whose facts follow', async () => {
    const [id] = await create('Nothing')
    await change(deps(), (write) => settleLink(write, { albumId: id!, groupId: service.idOf('Songs') }))
    expect((await linkOf(id!)).album.year).toBeNull()
    await run()
    expect((await linkOf(id!)).album).toMatchObject({ year: 1997, trackCount: 2 })
  })

  it('chooses none', async () => {
    const [id] = await create('Twins')
    await run()
    await change(deps(), (write) => settleLink(write, { albumId: id!, groupId: null }))
    pass(100)
    service.demo().forgetRequests()
    await run()
    expect(requests()).toEqual([])
    expect(await linkOf(id!)).toMatchObject({ state: 'none', isChosen: true })
  })

  const id = '1c9cb7d8-5f2e-4b0a-9d1e-2b7d5e8a9c01'
  it.each([
    [id, id],
    [` ${id.toUpperCase()} `, id],
    [`https://musicbrainz.org/release-group/${id}`, id],
    [`http://beta.musicbrainz.org/release-group/${id}/details?x=1`, id],
    [`https://musicbrainz.org/release/${id}`, null],
    [`https://musicbrainz.org.example/release-group/${id}`, null],
    ['Homogenic', null],
  ])('names a group by %s', (text, expected) => {
    expect(parseGroupId(text)).toBe(expected)
  })
})
