import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { albumCacheKey, catalogAlbum, life } from '../../server/catalog/details.ts'
import { writeFacts } from '../../server/catalog/facts.ts'
import { change } from '../../server/core/change.ts'
import { coverWidths } from '../../shared/pictures.ts'
import type { Person } from '../harness/client.ts'
import { makeModerator } from '../moderation/cases.ts'
import { runProduct } from '../support/runProduct.ts'
import { picture, upload } from './covers.ts'

const plak = runProduct()
let ayse: Person
let fatma: Person

const toprak = { artist: 'Kökler', title: 'Toprak' }
const ref = { artist: 'Kökler', album: 'Toprak' }
type More = Partial<Parameters<Person['client']['albums']['add']['mutate']>[0]>
const add = (by: Person, more: More = {}) =>
  by.client.albums.add.mutate({ ...toprak, submission: randomUUID(), ...more })
const details = (by: Person, album = ref) => by.client.catalog.album.query(album)

beforeEach(async () => {
  ;[ayse, fatma] = [await plak.harness.register('ayse'), await plak.harness.register('fatma')]
})

describe('adding an album', () => {
  it('makes a page with everything that was entered, at once', async () => {
    const album = await add(ayse, { year: 1998, type: 'ep', tracks: [' Bir ', '', 'İki'] })
    expect(album).toEqual({ artist: 'Kökler', name: 'Toprak', image: null, year: 1998 })
    const shown = await details(fatma)
    expect(shown).toMatchObject({ ...album, addedBy: 'ayse' })
    expect(shown.tracks.map(({ position, name }) => [position, name])).toEqual([
      [1, 'Bir'],
      [2, 'İki'],
    ])
    expect(shown.withoutCatalogue).toBeUndefined()
    // It is looked up later, like every other album.
    expect(shown.musicbrainz.state).toBe('waiting')
    const { id } = await fatma.client.logs.add.mutate({ ...ref, rating: 8, submission: randomUUID() })
    expect(id).toBeGreaterThan(0)
  })

  it('twice with one submission adds it once', async () => {
    const submission = randomUUID()
    const [one, other] = await Promise.all([add(ayse, { submission }), add(ayse, { submission })])
    expect(one).toEqual(other)
    expect(await add(ayse, { submission })).toEqual(one)
    expect(await plak.server.deps.db.album.count({ where: { artist: 'Kökler' } })).toBe(1)
  })

  it('by two people at once makes one row, and tells the second', async () => {
    const answers = await Promise.allSettled([add(ayse), add(fatma)])
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals).toHaveLength(1)
    expect(refusals[0]!.reason).toMatchObject({
      message: 'This album is already here',
      data: { code: 'CONFLICT', id: 'albums.alreadyHere', fields: { title: 'This album is already here' } },
    })
    expect(await plak.server.deps.db.album.count({ where: { artist: 'Kökler' } })).toBe(1)
  })

  it('that exists under another spelling, or at the service, is refused', async () => {
    await add(ayse)
    const here = 'This album is already here'
    await expect(add(fatma, { artist: 'KÖKLER', title: 'toprak!' })).rejects.toThrow(here)
    await expect(add(fatma, { artist: 'Björk', title: 'Homogenic' })).rejects.toThrow(here)
  })

  it('of the same names needs another year, which stands behind its title', async () => {
    await add(ayse, { year: 1980 })
    await expect(add(fatma, { another: true })).rejects.toMatchObject({
      data: { fields: { year: 'Another album of these names needs another release year.' } },
    })
    const here = 'This album is already here'
    await expect(add(fatma, { another: true, year: 1980 })).rejects.toThrow(here)
    const twin = await add(fatma, { another: true, year: 1982 })
    expect(twin).toMatchObject({ name: 'Toprak (1982)', year: 1982 })
    expect(await details(ayse, { ...ref, album: 'Toprak (1982)' })).toMatchObject({ addedBy: 'fatma' })
    expect(await details(ayse)).toMatchObject({ name: 'Toprak', year: 1980 })
    await expect(add(ayse, { another: true, year: 1982 })).rejects.toThrow(here)
  })

  it('of another year is refused if the service knows it under that name', async () => {
    await add(ayse, { title: 'Ateş', year: 1980 })
    // The service knows the album of 1982, and takes the name of 1983 for a mistake.
    const names = { 'Ateş (1982)': 'Ateş (1982)', 'Ateş (1983)': 'Ateş' }
    const homogenic = await catalogAlbum(plak.server.deps, { artist: 'Björk', album: 'Homogenic' })
    for (const [asked, name] of Object.entries(names))
      await plak.server.deps.cache.get(albumCacheKey({ ...ref, album: asked }), life.album, async () => {
        return { ...homogenic, artist: ref.artist, name }
      })
    const here = 'This album is already here'
    await expect(add(fatma, { title: 'Ateş', another: true, year: 1982 })).rejects.toThrow(here)
    expect(await add(fatma, { title: 'Ateş', another: true, year: 1983 })).toMatchObject({
      name: 'Ateş (1983)',
    })
  })

  it('says what is wrong under each field', async () => {
    const next = new Date().getUTCFullYear() + 1
    await expect(
      add(ayse, { artist: ' ', title: '', year: 1859, tracks: Array.from({ length: 201 }, String) }),
    ).rejects.toMatchObject({
      data: {
        fields: {
          artist: 'Please enter an artist',
          title: 'Please enter a title',
          year: `Please enter a year from 1860 to ${next}`,
          tracks: 'At most 200 tracks',
        },
      },
    })
    await expect(add(ayse, { year: next + 1 })).rejects.toThrow(`from 1860 to ${next}`)
    await add(ayse, { year: next })
  })

  it('needs somebody who is signed in', async () => {
    const { client } = plak.harness.visitor()
    await expect(client.albums.add.mutate({ ...toprak, submission: randomUUID() })).rejects.toMatchObject({
      data: { code: 'UNAUTHORIZED' },
    })
  })
})

describe('an added album', () => {
  it('without tracks has those of its release group', async () => {
    await add(ayse)
    const { id } = await plak.server.deps.db.album.findFirstOrThrow({ where: { name: 'Toprak' } })
    const tracks = ['Bir']
    await change(plak.server.deps, (write) => writeFacts(write, { albumId: id, by: 'service', tracks }))
    await expect.poll(async () => (await details(ayse)).tracks).toMatchObject([{ name: 'Bir' }])
  })

  const edit = (by: Person, more: object) => by.client.albums.edit.mutate({ album: ref, ...more })
  const remove = (by: Person) => by.client.albums.remove.mutate({ album: ref })

  it('can be edited by who added it; the old address leads to the new one', async () => {
    await add(ayse, { year: 1998 })
    const edited = await edit(ayse, { title: 'Toprak ve Su', year: 1999, tracks: ['Bir'], type: 'album' })
    expect(edited).toMatchObject({ name: 'Toprak ve Su', year: 1999 })
    expect(await details(fatma)).toMatchObject({ name: 'Toprak ve Su', tracks: [{ name: 'Bir' }] })
    await ayse.client.logs.save.mutate({ ...ref, rating: 8 })
    expect(await plak.server.deps.db.album.count({ where: { artist: 'Kökler' } })).toBe(1)
    // Back to the first names.
    await ayse.client.albums.edit.mutate({ album: { ...ref, album: 'Toprak ve Su' }, title: 'Toprak' })
    expect(await details(fatma, { ...ref, album: 'Toprak ve Su' })).toMatchObject({ name: 'Toprak' })
  })

  it('is found by the names that it has now, at once', async () => {
    const found = async (query: string) =>
      (await fatma.client.catalog.known.query({ query, page: 1 })).albums.map(({ name }) => name)
    await add(ayse)
    expect(await found('toprak')).toEqual(['Toprak'])
    await edit(ayse, { title: 'Deniz' })
    expect([await found('toprak'), await found('deniz')]).toEqual([[], ['Deniz']])
  })

  it('cannot take the names of another', async () => {
    await add(ayse)
    await add(ayse, { title: 'Su' })
    await expect(edit(ayse, { title: 'su' })).rejects.toMatchObject({
      data: { code: 'CONFLICT', fields: { title: 'This album is already here' } },
    })
  })

  it('is not edited or removed by others', async () => {
    await add(ayse)
    const message = 'Only who added this album and moderators can change it'
    await expect(edit(fatma, { title: 'Su' })).rejects.toMatchObject({ message, data: { code: 'FORBIDDEN' } })
    await expect(remove(fatma)).rejects.toThrow(message)
    await expect(edit(ayse, { genres: ['dream pop'] })).rejects.toThrow('Only moderators can change this')
    await expect(edit(ayse, { releaseDate: '1998-05' })).rejects.toThrow('Only moderators can change this')
  })

  it.each<[string, (by: Person) => Promise<unknown>]>([
    ['a listening', (by) => by.client.logs.save.mutate({ ...ref, visibility: 'me' })],
    ['a heart', (by) => by.client.favorites.set.mutate({ ...ref, favorite: true })],
    ['a top four', (by) => by.client.favorites.setTop.mutate({ albums: [ref] })],
    [
      'a list',
      (by) => by.client.lists.create.mutate({ name: 'Gece', albums: [ref], submission: randomUUID() }),
    ],
    ['a Listen later', (by) => by.client.listenLater.set.mutate({ ...ref, wanted: true })],
  ])('stays once %s of somebody else holds it', async (_, use) => {
    await add(ayse)
    await use(ayse)
    expect((await ayse.client.albums.get.query({ album: ref })).canRemove).toBe(true)
    await use(fatma)
    expect(await ayse.client.albums.get.query({ album: ref })).toMatchObject({
      canEdit: false,
      canRemove: false,
    })
    await expect(edit(ayse, { title: 'Su' })).rejects.toThrow('Others use this album')
    await expect(remove(ayse)).rejects.toThrow('Others use this album')
  })

  it('takes everything of its adder with it when it is removed', async () => {
    const { client } = ayse
    await add(ayse)
    await client.logs.save.mutate({ ...ref, rating: 8, review: 'Ours.', tags: ['winter'] })
    await client.favorites.set.mutate({ ...ref, favorite: true })
    await client.favorites.setTop.mutate({ albums: [ref] })
    await client.listenLater.set.mutate({ ...ref, wanted: true })
    const homogenic = { artist: 'Björk', album: 'Homogenic' }
    const { id } = await client.lists.create.mutate({
      name: 'Gece',
      albums: [ref, homogenic],
      submission: randomUUID(),
    })
    expect((await client.albums.get.query({ album: ref })).own).toEqual({ listens: 1, hearts: 1, lists: 1 })
    await remove(ayse)
    await expect(details(fatma)).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
    expect(await client.lists.get.query({ id })).toMatchObject({ albumCount: 1 })
    expect((await client.logs.diary.query({ nickname: 'ayse' })).items).toEqual([])
    expect((await client.users.profile.query({ nickname: 'ayse' })).favoriteAlbums).toEqual([])
    expect(await plak.server.deps.db.opinion.count()).toBe(0)
  })

  it('goes with the account of its adder when nobody uses it, its cover too; else only the name goes', async () => {
    const { db } = plak.server.deps
    const { cover } = await upload(plak.server.url, ayse, await picture(200).png().toBuffer())
    await add(ayse, { cover })
    await ayse.client.logs.save.mutate({ ...ref, rating: 8 })
    await add(ayse, { title: 'Su' })
    await fatma.client.favorites.set.mutate({ artist: 'Kökler', album: 'Su', favorite: true })
    expect(await db.picture.count()).toBe(coverWidths.length)
    await ayse.client.auth.deleteAccount.mutate({ password: ayse.password })
    expect((await db.album.findMany({ where: { artist: 'Kökler' } })).map(({ name }) => name)).toEqual(['Su'])
    expect(await db.picture.count()).toBe(0)
    const su = await details(fatma, { ...ref, album: 'Su' })
    expect(su).toMatchObject({ name: 'Su', addedBy: null })
  })

  it('does not name its adder to those to whom they are invisible', async () => {
    await add(ayse)
    await ayse.client.people.block.mutate({ nickname: 'fatma' })
    expect(await details(fatma)).toMatchObject({ name: 'Toprak', addedBy: null })
    const { client } = plak.harness.visitor()
    expect(await client.catalog.album.query(ref)).toMatchObject({ addedBy: 'ayse' })
  })
})

describe('a moderator', () => {
  let moderator: Person
  const edit = (by: Person, more: object, album = ref) => by.client.albums.edit.mutate({ album, ...more })
  beforeEach(async () => {
    moderator = await plak.harness.register('moderator')
    await makeModerator(plak.server, moderator)
    await add(ayse, { year: 1998 })
    await fatma.client.logs.save.mutate({ ...ref, rating: 8 })
  })
  const trail = async () => (await moderator.client.moderation.audit.query({})).items

  it('edits an album that others use, and leaves a line with before and after', async () => {
    await edit(moderator, { title: 'Su', releaseDate: '1998-05', genres: ['Folk', 'dream pop'] })
    expect(await details(fatma)).toMatchObject({ name: 'Su', year: 1998 })
    const [line] = await trail()
    expect(line).toMatchObject({
      event: 'moderation.editAlbum',
      actor: 'moderator',
      subject: null,
      canUndo: true,
      edit: {
        album: { artist: 'Kökler', album: 'Su' },
        before: { name: 'Toprak', releaseDate: '1998', genres: [] },
        after: { name: 'Su', releaseDate: '1998-05', genres: ['folk', 'dream pop'] },
      },
    })
    // Without a change there is no line.
    await edit(moderator, { title: 'Su', releaseDate: '1998-05' }, { ...ref, album: 'Su' })
    expect(await trail()).toHaveLength(1)
  })

  it('undoes edits, the latest first', async () => {
    await edit(moderator, { title: 'Su' })
    await edit(moderator, { releaseDate: null }, { ...ref, album: 'Su' })
    const [second, first] = (await trail()).map(({ action }) => action!)
    const undo = (id: number) => moderator.client.moderation.undo.mutate({ id })
    await expect(undo(first!)).rejects.toMatchObject({
      message: 'Undo the later change first',
      data: { code: 'CONFLICT' },
    })
    await undo(second!)
    await undo(first!)
    await undo(first!)
    expect(await details(fatma, { ...ref, album: 'Su' })).toMatchObject({ name: 'Toprak', year: 1998 })
    expect((await trail()).map(({ event, canUndo }) => [event, canUndo])).toEqual([
      ['moderation.undo', false],
      ['moderation.undo', false],
      ['moderation.editAlbum', false],
      ['moderation.editAlbum', false],
    ])
  })

  it('gets the previous cover back with an undo', async () => {
    const send = async (by: Person, size: number) =>
      (await upload(plak.server.url, by, await picture(size).png().toBuffer())).cover
    await add(ayse, { title: 'Su', cover: await send(ayse, 200) })
    const su = { ...ref, album: 'Su' }
    const { image } = await details(fatma, su)
    await edit(moderator, { cover: await send(moderator, 300) }, su)
    expect((await details(fatma, su)).image).not.toBe(image)
    await moderator.client.moderation.undo.mutate({ id: (await trail())[0]!.action! })
    expect((await details(fatma, su)).image).toBe(image)
    expect((await fetch(plak.server.url + image)).status).toBe(200)
  })

  it('edits an album that the service knows; its answers change nothing of it', async () => {
    const homogenic = { artist: 'Björk', album: 'Homogenic' }
    await details(fatma, homogenic)
    await fatma.client.logs.save.mutate({ ...homogenic, rating: 8 })
    await edit(moderator, { title: 'Homogénique', tracks: ['Jóga'] }, homogenic)
    const shown = await details(ayse, homogenic)
    expect(shown).toMatchObject({
      name: 'Homogénique',
      tracks: [{ name: 'Jóga' }],
      withoutCatalogue: 'notFound',
    })
    await fatma.client.logs.save.mutate({ ...homogenic, rating: 9 })
    expect(await plak.server.deps.db.album.count({ where: { artist: 'Björk' } })).toBe(1)
  })

  describe('of an ambiguous album', () => {
    const [first, second] = ['1', '2'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`)
    const group = (id: string, year: string) => ({
      id,
      artist: 'Kökler',
      title: 'Toprak',
      releaseDate: `${year}-05`,
      type: 'ep' as const,
    })
    const candidates = [group(first!, '1998'), group(second!, '2004')]
    const entry = async () => (await moderator.client.albums.get.query({ album: ref })).musicbrainz
    beforeEach(async () => {
      const { db } = plak.server.deps
      await db.releaseGroup.createMany({
        data: candidates.map((each) => ({ ...each, key: 'kökler', fetchedAt: new Date() })),
      })
      const { id: albumId } = await db.album.findFirstOrThrow({ where: { name: 'Toprak' } })
      await db.album.update({ where: { id: albumId }, data: { edited: '', releaseDate: null, year: null } })
      await db.albumLink.update({
        where: { albumId },
        data: { state: 'ambiguous', candidates: JSON.stringify(candidates) },
      })
    })

    it('chooses a candidate, whose facts follow at once; an undo makes it ambiguous again', async () => {
      expect(await entry()).toEqual({ candidates, others: [] })
      await edit(moderator, { musicbrainz: second })
      const linked = { state: 'linked', id: second }
      expect(await details(fatma)).toMatchObject({ releaseDate: '2004-05', type: 'ep', musicbrainz: linked })
      expect(await entry()).toEqual({ id: second, candidates: [candidates[1]], others: [] })
      const [line] = await trail()
      expect(line!.edit).toMatchObject({ after: { musicbrainz: second } })
      await moderator.client.moderation.undo.mutate({ id: line!.action! })
      const ambiguous = { state: 'ambiguous', id: null }
      expect(await details(fatma)).toMatchObject({ releaseDate: null, type: null, musicbrainz: ambiguous })
      expect(await entry()).toEqual({ candidates, others: [] })
    })

    it('replaces tracks and cover of the group before, which an undo brings back', async () => {
      const { db } = plak.server.deps
      await edit(moderator, { musicbrainz: first })
      const { id: albumId } = await db.album.findFirstOrThrow({ where: { name: 'Toprak' } })
      const image = `/pictures/${'1'.repeat(64)}/300.webp`
      await db.servicePicture.update({ where: { id: first! }, data: { image } })
      const tracks = '[["Bir",60],"İki"]'
      await db.album.update({ where: { id: albumId }, data: { image, tracks, trackCount: 2 } })
      await edit(moderator, { musicbrainz: second })
      const album = () => db.album.findUniqueOrThrow({ where: { id: albumId } })
      expect(await album()).toMatchObject({ year: 2004, image: null, tracks: null })
      const [line] = await trail()
      await moderator.client.moderation.undo.mutate({ id: line!.action! })
      expect(await album()).toMatchObject({ year: 1998, image, tracks, trackCount: 2, edited: '' })
    })

    it('takes an address, or none of the groups', async () => {
      const address = `https://musicbrainz.org/release-group/${first!.toUpperCase()}?tab=all`
      await edit(moderator, { musicbrainz: address })
      expect((await details(fatma)).musicbrainz).toMatchObject({ state: 'linked', id: first })
      await edit(moderator, { musicbrainz: null })
      expect((await details(fatma)).musicbrainz.state).toBe('none')
      expect(await entry()).toEqual({ id: null, candidates: [], others: [] })
      const wrong = 'Please enter the id or the address of a release group'
      await expect(edit(moderator, { musicbrainz: 'Toprak' })).rejects.toMatchObject({
        data: { fields: { musicbrainz: wrong } },
      })
      await expect(edit(fatma, { musicbrainz: first })).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } })
    })

    it('says which other album is the same group', async () => {
      await add(ayse, { title: 'Su' })
      const su = { ...ref, album: 'Su' }
      await edit(moderator, { musicbrainz: first }, su)
      await edit(moderator, { musicbrainz: first })
      expect((await entry()).others).toEqual([su])
    })
  })

  it('finds a reported album, with who added it, and removes it only while nobody else uses it', async () => {
    const thing = { album: { ...ref } }
    await fatma.client.moderation.report.mutate({ thing, reason: 'spam' })
    await expect(ayse.client.moderation.report.mutate({ thing, reason: 'spam' })).rejects.toThrow(
      'You cannot report yourself',
    )
    const { id } = (await moderator.client.moderation.reports.query({})).items[0]!
    const report = await moderator.client.moderation.get.query({ id })
    expect(report).toMatchObject({
      thing: 'album',
      subject: { nickname: 'ayse' },
      snapshot: { kind: 'album', album: { artist: 'Kökler', name: 'Toprak', year: 1998 } },
      possible: ['dismiss', 'warn', 'suspend'],
    })
    const act = (kind: 'remove') =>
      moderator.client.moderation.act.mutate({ id, kind, reason: 'Spam.', seen: 0 })
    await expect(act('remove')).rejects.toMatchObject({ data: { code: 'CONFLICT' } })
    await fatma.client.logs.setListened.mutate({ ...ref, listened: false, evenIfRated: true })
    await ayse.client.favorites.set.mutate({ ...ref, favorite: true })
    await act('remove')
    await expect(details(fatma)).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } })
    expect(await moderator.client.moderation.get.query({ id })).toMatchObject({ now: null, isOpen: false })
  })

  it('is told that an album of nobody cannot be reported', async () => {
    const thing = { album: { artist: 'Björk', album: 'Homogenic' } }
    await fatma.client.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 8 })
    await expect(fatma.client.moderation.report.mutate({ thing, reason: 'spam' })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND' },
    })
  })
})
