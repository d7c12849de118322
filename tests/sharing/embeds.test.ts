import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
beforeEach(async () => {
  server.demo.behave()
  await server.reset()
})

async function ask(query: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/oembed?${new URLSearchParams(query).toString()}`, { headers })
  // Pages of every site can read every answer.
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, caching: response.headers.get('cache-control'), body }
}
const about = (path: string, more: Record<string, string> = {}) => ask({ url: origin + path, ...more })
const statusOf = async (path: string) => (await about(path)).status

const constant = () => ({
  version: '1.0',
  type: 'link',
  provider_name: 'Plak',
  provider_url: origin,
  cache_age: 300,
})
const drawn = { thumbnail_width: 1200, thumbnail_height: 630 }

test('of an album, with its cover', async () => {
  const answer = await about(homogenicPath, { format: 'json' })
  const { image } = await harness.visitor().client.catalog.album.query(homogenic)
  expect(answer).toEqual({
    status: 200,
    caching: 'public, max-age=300',
    body: {
      ...constant(),
      title: 'Homogenic by Björk',
      author_name: 'Björk',
      author_url: `${origin}/artist/Bj%C3%B6rk`,
      thumbnail_url: image,
      thumbnail_width: 300,
      thumbnail_height: 300,
    },
  })
})

test('of a review, a list and a profile', async () => {
  const { client } = await harness.register('deniz')
  const review = await client.logs.save.mutate({ ...homogenic, rating: 9, review: 'Glass.' })
  const list = {
    name: 'Cold "Nights"',
    description: '',
    albums: [homogenic],
    submission: crypto.randomUUID(),
  }
  const { id } = await client.lists.create.mutate(list)
  const author = { author_name: 'deniz', author_url: `${origin}/profile/deniz` }
  const answerTo = async (path: string) => (await about(path)).body
  expect(await answerTo(paths.review({ artist: 'Björk', name: 'Homogenic' }, review.id))).toEqual({
    ...constant(),
    ...author,
    ...drawn,
    title: 'deniz on Homogenic by Björk',
    thumbnail_url: expect.stringMatching(`^${origin}/preview/review/${review.id}\\.png\\?v=\\d+$`),
  })
  expect(await answerTo(`/list/${id}?sort=title`)).toEqual({
    ...constant(),
    ...author,
    ...drawn,
    title: 'Cold "Nights"',
    thumbnail_url: `${origin}/preview/list/${id}.png?v=1`,
  })
  expect(await answerTo('/profile/DENIZ/')).toEqual({
    ...constant(),
    ...author,
    ...drawn,
    title: 'deniz',
    thumbnail_url: `${origin}/preview/plak.png`,
  })
})

test.each([
  [{ maxwidth: '1200' }, 1200, 630],
  [{ maxwidth: '600' }, 512, 512],
  [{ maxwidth: '600', maxheight: '200' }, 192, 192],
  [{ maxwidth: '100' }, 100, 100],
  [{ maxwidth: 'wide' }, 1200, 630],
])('a picture fits into %j', async (bounds, width, height) => {
  await harness.register('deniz')
  const { body } = await about('/profile/deniz', bounds)
  expect([body.thumbnail_width, body.thumbnail_height]).toEqual([width, height])
  const picture = await fetch(server.url + new URL(String(body.thumbnail_url)).pathname)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('another format is not implemented, and without an address there is nothing to answer', async () => {
  await harness.register('deniz')
  expect((await about('/profile/deniz', { format: 'xml' })).status).toBe(501)
  expect((await ask({})).status).toBe(400)
  expect((await ask({ url: '' })).status).toBe(400)
})

test('what is foreign, unknown or no subject is 404', async () => {
  await harness.register('deniz')
  expect(await statusOf('/profile/deniz')).toBe(200)
  for (const url of [
    'https://elsewhere.example/profile/deniz',
    `${origin}.example/profile/deniz`,
    '/profile/deniz',
    'x',
  ])
    expect([url, (await ask({ url })).status]).toEqual([url, 404])
  for (const path of [
    '/',
    '/albums',
    '/artist/Bj%C3%B6rk',
    '/profile/deniz/tags',
    '/nowhere',
    '/profile/nobody',
    '/profile/%00',
    '/list/999',
    '/list/x',
    '/album/Nobody/Nothing',
    `/album/${'x'.repeat(1_100)}/y`,
    `${homogenicPath}?review=999`,
    `${homogenicPath}?review=x`,
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404])
})

test('what is not for everyone is 404, also for who may see it; a cookie changes nothing', async () => {
  const { client, cookies } = await harness.register('deniz')
  const list = { name: 'Snow', description: '', albums: [homogenic], submission: crypto.randomUUID() }
  const { id } = await client.lists.create.mutate({ ...list, visibility: 'followers' })
  const { id: log } = await client.logs.save.mutate({ ...homogenic, review: 'Glass.', visibility: 'me' })
  const own = await client.logs.save.mutate({ artist: 'Portishead', album: 'Dummy', review: 'Smoke.' })
  const cookie = { cookie: cookies.header()! }
  for (const path of [`/list/${id}`, paths.review({ artist: 'Björk', name: 'Homogenic' }, log)])
    expect((await ask({ url: origin + path }, cookie)).status).toBe(404)
  const dummy = paths.review({ artist: 'Portishead', name: 'Dummy' }, own.id)
  expect(await ask({ url: origin + dummy }, cookie)).toEqual(await about(dummy))
  // The review is of another album.
  expect(await statusOf(`${homogenicPath}?review=${own.id}`)).toBe(404)
  await client.visibility.setPrivate.mutate({ isPrivate: true })
  for (const path of ['/profile/deniz', dummy]) expect([path, await statusOf(path)]).toEqual([path, 404])
  await client.visibility.setPrivate.mutate({ isPrivate: false })
  expect(await statusOf('/profile/deniz')).toBe(200)
  await server.deps.db.user.update({ where: { nickname: 'deniz' }, data: { disabledAt: new Date() } })
  for (const path of ['/profile/deniz', dummy]) expect([path, await statusOf(path)]).toEqual([path, 404])
})
