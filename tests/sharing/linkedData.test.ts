import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { albumKey } from '../../shared/albumKey.ts'
import { paths } from '../../shared/paths.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const homogenicPath = paths.album({ artist: 'Björk', name: 'Homogenic' })
let server: TestServer
let harness: Harness
let origin: string

beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
  origin = server.deps.settings.PUBLIC_URL
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(() => server.reset())

/** Returns the structured data of a page as sent by the server, and the address of its oEmbed answer. */
async function read(path: string, cookie?: string) {
  const html = await (await fetch(server.url + path, { headers: cookie ? { cookie } : {} })).text()
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)]
  const [, embed] =
    /<link rel="alternate" type="application\/json\+oembed"[^>]* href="([^"]*)"/.exec(html) ?? []
  return {
    data: scripts.map(([, json]) => JSON.parse(json!) as Record<string, unknown>),
    embed: embed?.replaceAll('&amp;', '&'),
  }
}
const nothing = { data: [], embed: undefined }

const dataAt = async (path: string) => (await read(path)).data
/** On a busy machine the first queries of a process can exceed a page's time limit. */
const patience = { timeout: 10_000 }

test('an album: its artist, date, tracks, and the ratings of people', async () => {
  const { client } = await harness.register('deniz')
  const other = await harness.register('june')
  const album = await client.catalog.album.query(homogenic)
  await client.logs.save.mutate({ ...homogenic, rating: 9 })
  await other.client.logs.save.mutate({ ...homogenic, rating: 6 })
  const { id } = await server.deps.db.album.findFirstOrThrow({ where: { key: albumKey(homogenic) } })
  await server.deps.db.album.update({ where: { id }, data: { releaseDate: '1997-09-22', year: 1997 } })
  expect(album.tracks.length).toBeGreaterThan(3)
  await expect
    .poll(() => dataAt(homogenicPath), patience)
    .toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'MusicAlbum',
        name: 'Homogenic',
        byArtist: { '@type': 'MusicGroup', name: 'Björk' },
        url: origin + homogenicPath,
        image: album.image,
        datePublished: '1997-09-22',
        track: album.tracks.map(({ name }) => ({ '@type': 'MusicRecording', name })),
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: 3.8,
          ratingCount: 2,
          bestRating: 5,
          worstRating: 0.5,
        },
      },
    ])
})

test('an album of which nothing but its address is known', async () => {
  const path = paths.album({ artist: 'Portishead', name: 'Dummy' })
  await expect
    .poll(() => dataAt(path), patience)
    .toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'MusicAlbum',
        name: 'Dummy',
        byArtist: { '@type': 'MusicGroup', name: 'Portishead' },
        url: origin + path,
      },
    ])
})

test('a review under its own address', async () => {
  const { client } = await harness.register('deniz')
  const saved = await client.logs.save.mutate({
    ...homogenic,
    rating: 9,
    review: 'All </script> & <!-- glass.',
  })
  const path = paths.review({ artist: 'Björk', name: 'Homogenic' }, saved.id)
  const [review] = (await client.logs.reviews.query(homogenic)).items
  const author = { '@type': 'Person', name: 'deniz', url: `${origin}/profile/deniz` }
  await expect
    .poll(() => dataAt(path), patience)
    .toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Review',
        url: origin + path,
        itemReviewed: {
          '@type': 'MusicAlbum',
          name: 'Homogenic',
          byArtist: { '@type': 'MusicGroup', name: 'Björk' },
          url: origin + homogenicPath,
          image: review!.album.image,
        },
        author,
        datePublished: review!.createdAt,
        reviewBody: 'All </script> & <!-- glass.',
        reviewRating: { '@type': 'Rating', ratingValue: 4.5, bestRating: 5, worstRating: 0.5 },
      },
    ])
  await client.logs.save.mutate({ ...homogenic, id: saved.id, rating: 0 })
  await expect
    .poll(async () => (await read(path)).data)
    .toEqual([expect.not.objectContaining({ reviewRating: expect.anything() })])
})

test('a list: all its albums as a number, the first hundred by name', async () => {
  const { client } = await harness.register('deniz')
  const albums = Array.from({ length: 101 }, (_, index) => ({ artist: 'Band', album: `Album ${index + 1}` }))
  await server.deps.db.album.createMany({
    data: albums.map((ref) => ({ key: albumKey(ref), artist: ref.artist, name: ref.album })),
  })
  const list = { name: 'Cold Nights', description: '', albums, submission: crypto.randomUUID() }
  const { id } = await client.lists.create.mutate(list)
  const itemAt = (position: number) => ({
    '@type': 'ListItem',
    position,
    item: {
      '@type': 'MusicAlbum',
      name: `Album ${position}`,
      byArtist: { '@type': 'MusicGroup', name: 'Band' },
      url: origin + paths.album({ artist: 'Band', name: `Album ${position}` }),
    },
  })
  await expect
    .poll(() => dataAt(paths.list(id)), patience)
    .toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'ItemList',
        name: 'Cold Nights',
        url: origin + paths.list(id),
        numberOfItems: 101,
        itemListElement: Array.from({ length: 100 }, (_, index) => itemAt(index + 1)),
      },
    ])
  const byTitle = (await read(`${paths.list(id)}?sort=title`)).data[0]!.itemListElement as {
    position: number
  }[]
  expect(byTitle.at(-1)).toEqual(itemAt(100))
})

test('a profile', async () => {
  const { client } = await harness.register('deniz')
  const profile = { '@context': 'https://schema.org', '@type': 'ProfilePage', url: `${origin}/profile/deniz` }
  const person = { '@type': 'Person', name: 'deniz', url: `${origin}/profile/deniz` }
  await expect.poll(() => dataAt('/profile/DENIZ'), patience).toEqual([{ ...profile, mainEntity: person }])
  const avatar = 'https://pictures.example/deniz.png'
  await client.users.update.mutate({ nickname: 'deniz', avatar, bio: '', links: [] })
  await expect
    .poll(() => dataAt('/profile/deniz'), patience)
    .toEqual([{ ...profile, mainEntity: { ...person, image: avatar } }])
})

test('names where other sites ask about the page', async () => {
  const { client } = await harness.register('deniz')
  const { id } = await client.logs.save.mutate({ ...homogenic, review: 'Glass.' })
  const created = { name: 'Snow', description: '', albums: [homogenic], submission: crypto.randomUUID() }
  const list = await client.lists.create.mutate(created)
  for (const path of [
    homogenicPath,
    paths.review({ artist: 'Björk', name: 'Homogenic' }, id),
    paths.list(list.id),
    '/profile/deniz',
  ])
    expect((await read(path)).embed).toBe(
      `${origin}/oembed?url=${encodeURIComponent(origin + path)}&format=json`,
    )
})

test.each([
  '/',
  '/albums',
  '/artist/Bj%C3%B6rk',
  '/login',
  '/search?q=x',
  '/nowhere',
  '/list/999',
  '/profile/nobody',
])('%s has none', async (path) => expect(await read(path)).toEqual(nothing))

test('a page that is not indexed has none, whoever reads it', async () => {
  const deniz = await harness.register('deniz')
  const { client } = deniz
  const follower = await harness.register('june')
  await follower.client.follows.set.mutate({ nickname: 'deniz', following: true })
  const { id } = await client.logs.save.mutate({ ...homogenic, review: 'Glass.', visibility: 'followers' })
  const list = { name: 'Snow', description: '', albums: [homogenic], submission: crypto.randomUUID() }
  const { id: listId } = await client.lists.create.mutate({ ...list, visibility: 'followers' })
  const review = paths.review({ artist: 'Björk', name: 'Homogenic' }, id)
  for (const { cookies } of [deniz, follower])
    for (const path of [review, paths.list(listId)])
      expect(await read(path, cookies.header())).toEqual(nothing)
  const { id: openId } = await client.lists.create.mutate({
    ...list,
    visibility: 'everyone',
    submission: crypto.randomUUID(),
  })
  expect(await read(paths.list(openId), deniz.cookies.header())).not.toEqual(nothing)
  const hidden = await client.lists.create.mutate({
    ...list,
    visibility: 'everyone',
    submission: crypto.randomUUID(),
  })
  await server.deps.db.list.update({
    where: { id: hidden.id },
    data: { visibility: 'me', hiddenLevel: 'everyone' },
  })
  expect(await read(paths.list(hidden.id), deniz.cookies.header())).toEqual(nothing)
  await client.visibility.setPrivate.mutate({ isPrivate: true })
  expect(await read('/profile/deniz')).toEqual(nothing)
  for (const { cookies } of [deniz, follower])
    for (const path of ['/profile/deniz', paths.list(openId)])
      expect(await read(path, cookies.header())).toEqual(nothing)
})

test('an album that the catalogue does not know has none', async () => {
  const nobody = { artist: 'Nobody', album: 'Nothing' }
  await harness
    .visitor()
    .client.catalog.album.query(nobody)
    .catch(() => undefined)
  expect(await read('/album/Nobody/Nothing')).toEqual(nothing)
})
