import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { ask, readFeed } from './reading.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
let server: TestServer
let harness: Harness

beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  server.demo.behave()
  await server.reset()
})

const at = (path: string) => server.url + path
/** The public address of this server's settings, which links in feeds begin with. */
const publicly = (path: string) => server.deps.settings.PUBLIC_URL + path
const setYear = (year: number | null, name: string) =>
  server.deps.db.album.updateMany({ where: { name }, data: { year } })

type Client = Awaited<ReturnType<Harness['register']>>['client']
const makeList = (client: Client, list: { name: string; description?: string; albums: object[] }) =>
  client.lists.create.mutate({ description: '', submission: crypto.randomUUID(), ...list } as never)

describe('a diary', () => {
  test('has what was logged last first, with all that is known of it', async () => {
    const { client } = await harness.register('deniz')
    const older = await client.logs.save.mutate({ ...homogenic, date: '2026-11-24' })
    const newer = await client.logs.save.mutate({
      ...dummy,
      date: '2026-11-01',
      rating: 9,
      review: 'Glass & <smoke>.\nA second line.\n\nThe end.',
      favorite: true,
      relisten: true,
    })
    await setYear(1997, 'Homogenic')
    await setYear(1994, 'Dummy')
    const { channel, items, feed, raw } = await readFeed(at('/profile/deniz/diary'))
    expect(channel).toMatchObject({
      title: 'deniz’s diary',
      link: publicly('/profile/deniz'),
      language: 'en',
      atom: { links: [{ rel: 'self', href: publicly('/profile/deniz/diary.xml') }] },
    })
    expect(feed).toMatchObject({
      language: 'en',
      home_page_url: publicly('/profile/deniz'),
      feed_url: publicly('/profile/deniz/diary.json'),
      authors: [{ name: 'deniz', url: publicly('/profile/deniz') }],
    })
    const cover = /^<p><img src="http[^"]+" alt="Cover of [^"]+" \/><\/p>/
    expect(items).toMatchObject([
      {
        title: 'Portishead - Dummy, 1994 - ★★★★½',
        guid: { value: `plak-log-${newer.id}`, isPermaLink: false },
        link: publicly(`/album/Portishead/Dummy?review=${newer.id}`),
        dc: { creators: ['deniz'] },
        plak: {
          listenedDate: '2026-11-01',
          relisten: 'Yes',
          albumTitle: 'Dummy',
          albumArtist: 'Portishead',
          albumYear: '1994',
          memberRating: '4.5',
          memberLike: 'Yes',
        },
      },
      {
        title: 'Björk - Homogenic, 1997',
        guid: { value: `plak-log-${older.id}` },
        link: publicly('/album/Bj%C3%B6rk/Homogenic'),
        plak: { listenedDate: '2026-11-24', relisten: 'No', memberLike: 'No' },
      },
    ])
    expect(items[1]!.plak).not.toHaveProperty('memberRating')
    const bodies = items.map(({ description = '' }) => description)
    for (const body of bodies) expect(body).toMatch(cover)
    expect(bodies.map((body) => body.replace(cover, ''))).toEqual([
      '<p>Glass &amp; &lt;smoke&gt;.<br />A second line.</p><p>The end.</p>',
      '<p>Listened on 24 November 2026</p>',
    ])
    expect(raw.items.map(({ _plak }) => _plak)).toEqual([
      {
        listenedDate: '2026-11-01',
        relisten: true,
        albumTitle: 'Dummy',
        albumArtist: 'Portishead',
        albumYear: 1994,
        memberRating: 4.5,
        memberLike: true,
      },
      {
        listenedDate: '2026-11-24',
        relisten: false,
        albumTitle: 'Homogenic',
        albumArtist: 'Björk',
        albumYear: 1997,
        memberLike: false,
      },
    ])
    const { createdAt } = await server.deps.db.log.findUniqueOrThrow({ where: { id: newer.id } })
    expect(feed.items![0]!.date_published).toEqual(createdAt.toISOString())
    expect(items[0]!.pubDate).toBe(createdAt.toUTCString())
  })

  test('is the fifty newest with a day, without what is not for everyone', async () => {
    const { client } = await harness.register('deniz')
    const first = await client.logs.save.mutate({ ...homogenic, date: '2026-11-24' })
    await client.logs.save.mutate({ ...dummy, date: '2026-11-24', visibility: 'followers' })
    const log = await server.deps.db.log.findUniqueOrThrow({ where: { id: first.id } })
    const { id: _, ...copy } = log
    const seconds = (count: number) => new Date(log.createdAt.getTime() + count * 1_000)
    await server.deps.db.log.createMany({
      data: Array.from({ length: 60 }, (__, index) => ({
        ...copy,
        submission: null,
        // Synced listenings can be older than those before them.
        createdAt: seconds(60 - index),
        ...(index === 0 && { date: null }),
      })),
    })
    const { items } = await readFeed(at('/profile/deniz/diary'))
    expect(items.map(({ pubDate }) => pubDate)).toEqual(
      Array.from({ length: 50 }, (__, index) => seconds(59 - index).toUTCString()),
    )
  })

  test('has no year and no stars where none are known, and no year twice', async () => {
    const { client } = await harness.register('deniz')
    await client.logs.save.mutate({ ...homogenic, date: '2026-11-24' })
    await client.logs.save.mutate({ ...dummy, date: '2026-11-24', rating: 10 })
    await setYear(null, 'Homogenic')
    await server.deps.db.album.updateMany({
      where: { name: 'Dummy' },
      data: { name: 'Dummy (1994)', year: 1994 },
    })
    const { items } = await readFeed(at('/profile/deniz/diary'))
    expect(items.map(({ title }) => title)).toEqual([
      'Portishead - Dummy (1994) - ★★★★★',
      'Björk - Homogenic',
    ])
    expect(items[1]!.plak).not.toHaveProperty('albumYear')
  })

  test('is well-formed whatever people write', async () => {
    const { client } = await harness.register('deniz')
    await client.logs.save.mutate({
      ...homogenic,
      date: '2026-11-24',
      review: ']]> & \u0001\u000b <![CDATA[ 🎧 é',
    })
    const { items } = await readFeed(at('/profile/deniz/diary'))
    expect(items[0]!.description).toContain('<p>]]&gt; &amp;  &lt;![CDATA[ 🎧 é</p>')
  })
})

test('reviews of a person and of an album are ordered by when they were first written', async () => {
  const deniz = await harness.register('deniz')
  const june = await harness.register('june')
  const first = await deniz.client.logs.save.mutate({ ...homogenic, review: 'Glass.' })
  const later = await deniz.client.logs.save.mutate({ ...dummy, date: '2026-11-24' })
  const other = await june.client.logs.save.mutate({ ...homogenic, review: 'Ice.', rating: 1 })
  await deniz.client.logs.save.mutate({ ...dummy, id: later.id, review: 'Smoke.' })
  await deniz.client.logs.save.mutate({ ...homogenic, id: first.id, review: 'Glass, still.' })
  const { channel, items } = await readFeed(at('/profile/deniz/reviews'))
  expect(channel.title).toBe('Reviews by deniz')
  expect(items.map(({ guid }) => guid?.value)).toEqual([`plak-log-${later.id}`, `plak-log-${first.id}`])
  const ofAlbum = await readFeed(at('/album/bj%C3%B6rk/homogenic'))
  expect(ofAlbum.channel).toMatchObject({
    title: 'Reviews of Homogenic by Björk',
    link: publicly('/album/Bj%C3%B6rk/Homogenic'),
  })
  expect(ofAlbum.items.map(({ guid, dc }) => [guid?.value, dc?.creators])).toEqual([
    [`plak-log-${other.id}`, ['june']],
    [`plak-log-${first.id}`, ['deniz']],
  ])
  expect(ofAlbum.items[0]).toMatchObject({ plak: { memberRating: '0.5' } })
  expect(ofAlbum.items[1]!.description).toContain('<p>Glass, still.</p>')
  expect(ofAlbum.feed.authors).toBeUndefined()
})

test('lists of a person, and the albums of a list, come by when they were made and added', async () => {
  const { client } = await harness.register('deniz')
  const cold = await makeList(client, {
    name: 'Cold <Nights>',
    description: 'Snow.',
    albums: [{ ...homogenic, note: 'Ice.' }],
  })
  const warm = await makeList(client, { name: 'Warm', albums: [homogenic] })
  await client.lists.setAlbum.mutate({ id: cold.id, ...dummy, contained: true })
  const lists = await readFeed(at('/profile/deniz/lists'))
  expect(lists.channel.title).toBe('Lists by deniz')
  expect(lists.items).toMatchObject([
    {
      title: 'Warm',
      guid: { value: `plak-list-${warm.id}` },
      link: publicly(`/list/${warm.id}`),
    },
    { title: 'Cold <Nights>', guid: { value: `plak-list-${cold.id}` } },
  ])
  expect(lists.items[0]!.description).toMatch(/^<p><img .*<\/p><p>A list of 1 album by deniz.<\/p>$/)
  expect(lists.items[1]!.description).toMatch(/^<p><img .*<\/p><p>Snow.<\/p>$/)
  const list = await readFeed(at(`/list/${cold.id}`))
  expect(list.channel).toMatchObject({
    title: 'Cold <Nights>',
    description: 'Snow.',
    link: publicly(`/list/${cold.id}`),
  })
  const albums = await server.deps.db.listAlbum.findMany({
    where: { listId: cold.id },
    orderBy: { position: 'desc' },
  })
  expect(list.items.map(({ guid }) => guid?.value)).toEqual(
    albums.map(({ albumId }) => `plak-list-${cold.id}-${albumId}`),
  )
  expect(list.items).toMatchObject([
    { plak: { albumTitle: 'Dummy', albumArtist: 'Portishead' }, pubDate: albums[0]!.addedAt.toUTCString() },
    { link: publicly('/album/Bj%C3%B6rk/Homogenic'), dc: { creators: ['deniz'] } },
  ])
  expect(list.items[1]!.description).toMatch(/<p>Ice.<\/p>$/)
})

describe('the address of an album’s feed', () => {
  const named = async (album: string) => {
    const { client } = await harness.register('deniz')
    await client.albums.add.mutate({ artist: 'Aphex', title: album, submission: crypto.randomUUID() })
  }

  test.each(['Foo.xml', 'Foo.JSON'])('is that of the page where an album is called %s', async (album) => {
    await named(album)
    const page = await ask(at(`/album/Aphex/${album}`))
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('access-control-allow-origin')).toBeNull()
    expect(page.text).toContain(`href="${publicly(`/album/Aphex/${album}.xml`)}"`)
    const { channel } = await readFeed(at(`/album/Aphex/${album}`))
    expect(channel.title).toBe(`Reviews of ${album} by Aphex`)
  })

  test('exists for an album that only the catalogue knows, and for no other', async () => {
    const { items } = await readFeed(at('/album/Portishead/Dummy'))
    expect(items).toEqual([])
    const unknown = await ask(at('/album/Nobody/Nothing%20at%20all.xml'))
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
  })

  test('does not depend on the catalogue for an album that was used', async () => {
    const { client } = await harness.register('deniz')
    await client.logs.save.mutate({ ...homogenic, review: 'Glass.' })
    server.demo.misbehave({ fault: 'offline' })
    expect((await readFeed(at('/album/Bj%C3%B6rk/Homogenic'))).items).toHaveLength(1)
    const refused = await ask(at('/album/Radiohead/Kid%20A.xml'))
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([503, '*'])
  })

  test('of a merged album leads to the one that replaces it', async () => {
    const { client } = await harness.register('deniz')
    await client.logs.save.mutate({ ...homogenic, review: 'Glass.' })
    await client.logs.save.mutate({ ...dummy, review: 'Smoke.' })
    const { db } = server.deps
    const survivor = await db.album.findFirstOrThrow({ where: { name: 'Dummy' } })
    await db.album.updateMany({ where: { name: 'Homogenic' }, data: { mergedIntoId: survivor.id } })
    const moved = await ask(at('/album/Bj%C3%B6rk/Homogenic.json'))
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/album/Portishead/Dummy.json'])
  })
})
