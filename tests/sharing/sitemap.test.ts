import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertRows } from '../../server/lib/sql.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { paths } from '../../shared/paths.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let origin: string
/** The plan of parts is computed again after a while. */
let later = 0
const MINUTE = 60_000

beforeAll(async () => {
  server = await startServer({ now: () => new Date(Date.now() + later) })
  harness = makeHarness(server.url)
  origin = server.deps.settings.PUBLIC_URL
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  later += MINUTE
})

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const get = async (path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const locationsIn = (text: string) =>
  [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location!)

async function readParts(): Promise<{ paths: string[]; text: string }[]> {
  const index = await get('/sitemap.xml')
  expect(index).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8' })
  expect(index.text).toContain(`<sitemapindex ${NAMESPACE}>`)
  const parts = locationsIn(index.text)
  expect(parts).toEqual(parts.map((_, at) => `${origin}/sitemap/${at + 1}.xml`))
  return await Promise.all(
    parts.map(async (address) => {
      const part = await get(address.slice(origin.length))
      expect(part).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8' })
      expect(part.text).toContain(`<urlset ${NAMESPACE}>`)
      const locations = locationsIn(part.text)
      expect(locations.length).toBeLessThanOrEqual(10_000)
      return {
        paths: locations.map((each) => each.replaceAll('&amp;', '&').slice(origin.length)),
        text: part.text,
      }
    }),
  )
}
const readPaths = async () => (await readParts()).flatMap((part) => part.paths)

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const makeList = (
  client: Awaited<ReturnType<Harness['register']>>['client'],
  visibility: 'everyone' | 'followers' = 'everyone',
) =>
  client.lists.create.mutate({
    name: 'Snow',
    description: '',
    albums: [homogenic],
    submission: crypto.randomUUID(),
    visibility,
  })

const addAlbums = (refs: { artist: string; album: string }[]) =>
  insertRows(
    server.deps.db,
    'Album',
    refs.map((ref) => ({ key: albumKey(ref), artist: ref.artist, name: ref.album, updatedAt: new Date() })),
  )

test('has the albums that have a row, their artists, the people and the lists that everyone can see', async () => {
  const { client } = await harness.register('deniz')
  const hermit = await harness.register('hermit')
  await hermit.client.visibility.setPrivate.mutate({ isPrivate: true })
  const shown = await makeList(client)
  await makeList(client, 'followers')
  await makeList(hermit.client)
  const names = ['Debut & <Post>', 'Vespertine', '!!!'].map((album) => ({ artist: 'Björk', album }))
  await addAlbums([...names, { artist: 'Björk Guðmundsdóttir', album: 'Gling-Gló' }])
  expect((await readPaths()).toSorted()).toEqual(
    [
      paths.artist('Björk'),
      ...[...names.map(({ album }) => album), 'Homogenic'].map((name) =>
        paths.album({ artist: 'Björk', name }),
      ),
      paths.artist('Björk Guðmundsdóttir'),
      paths.album({ artist: 'Björk Guðmundsdóttir', name: 'Gling-Gló' }),
      '/profile/deniz',
      `/list/${shown.id}`,
    ].toSorted(),
  )
  const [part] = await readParts()
  const { updatedAt } = await client.lists.get.query({ id: shown.id })
  expect(part!.text).toContain(`/list/${shown.id}</loc><lastmod>${updatedAt}</lastmod>`)
  expect(part!.text.match(/<lastmod>/g)).toHaveLength(1)
})

test('what is withdrawn is gone at once, and what is new is there within a minute', async () => {
  const { client } = await harness.register('deniz')
  const { id } = await makeList(client)
  const { id: other } = await makeList(client)
  expect(await readPaths()).toEqual(expect.arrayContaining([`/list/${id}`, '/profile/deniz']))
  await client.lists.remove.mutate({ id })
  await server.deps.db.list.update({
    where: { id: other },
    data: { visibility: 'me', hiddenLevel: 'everyone' },
  })
  expect((await readPaths()).filter((path) => path.startsWith('/list'))).toEqual([])
  await client.visibility.setPrivate.mutate({ isPrivate: true })
  expect((await readPaths()).filter((path) => path.startsWith('/profile'))).toEqual([])
  await client.visibility.setPrivate.mutate({ isPrivate: false })
  await server.deps.db.user.update({ where: { nickname: 'deniz' }, data: { disabledAt: new Date() } })
  expect((await readPaths()).filter((path) => path.startsWith('/profile'))).toEqual([])
  await harness.register('june')
  await addAlbums([{ artist: 'Portishead', album: 'Dummy' }])
  later += MINUTE
  expect(await readPaths()).toEqual(
    expect.arrayContaining(['/profile/june', '/artist/Portishead', '/album/Portishead/Dummy']),
  )
})

test('an album that was merged into another one is left out, and its artist with it', async () => {
  await addAlbums([
    { artist: 'Portishead', album: 'Dummy' },
    { artist: 'Portished', album: 'Dummy' },
  ])
  const into = await server.deps.db.album.findFirstOrThrow({ where: { artist: 'Portishead' } })
  await server.deps.db.album.updateMany({ where: { artist: 'Portished' }, data: { mergedIntoId: into.id } })
  expect(await readPaths()).toEqual(['/artist/Portishead', '/album/Portishead/Dummy'])
})

test('parts have at most ten thousand pages, and together each page once', async () => {
  // Many albums of one artist, at the end of one part and the beginning of the next one.
  const albums = Array.from({ length: 7_000 }, (_, index) => ({
    artist: index < 4_900 ? `Band ${String(index).padStart(5, '0')}` : 'Zebra',
    album: `Album ${index}`,
  }))
  await addAlbums(albums)
  const people = Array.from({ length: 5_000 }, (_, index) => ({
    nickname: `p${index}`,
    email: `p${index}@plak.example`,
    isPrivate: index % 10 === 0,
    updatedAt: new Date(),
  }))
  await insertRows(server.deps.db, 'User', people)
  const parts = await readParts()
  expect(parts.length).toBeGreaterThan(1)
  const found = parts.flatMap((part) => part.paths)
  const expected = [
    ...new Set(albums.map(({ artist }) => paths.artist(artist))),
    ...albums.map(({ artist, album }) => paths.album({ artist, name: album })),
    ...people.filter(({ isPrivate }) => !isPrivate).map(({ nickname }) => paths.profile(nickname)),
  ]
  expect(found.toSorted()).toEqual(expected.toSorted())
})

test.each([
  '/sitemap/0.xml',
  '/sitemap/2.xml',
  '/sitemap/01.xml',
  '/sitemap/x.xml',
  '/sitemap/1',
  '/sitemap/',
])('there is no part %s', async (path) => expect((await get(path)).status).toBe(404))

test('robots are told where it is', async () => {
  const { text } = await get('/robots.txt')
  expect(text.split('\n')).toContain(`Sitemap: ${origin}/sitemap.xml`)
})
