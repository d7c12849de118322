import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { paths } from '../../shared/paths.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { testConnection } from '../support/testServer.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
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
  server.demo.forgetRequests()
  await server.reset()
})

/** A query that was embedded in a page. */
type Query = {
  queryKey: [path: [string, string], { input?: unknown; type: 'query' | 'infinite' }]
  data: unknown
}

/** Returns a page as sent by the server. */
async function open(path: string, cookie?: string) {
  const response = await fetch(server.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })
  const html = await response.text()
  const [, json] = /<script type="application\/json" id="first-data">([^<]*)</.exec(html) ?? []
  const { queries } = json ? (JSON.parse(json) as { queries: Query[] }) : { queries: [] }
  const answers = queries.map(({ queryKey: [path, { input, type }], data: answer }) => ({
    path: path.join('.'),
    input,
    data: type === 'infinite' ? (answer as { pages: unknown[] }).pages[0] : answer,
  }))
  const attribute = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    status: response.status,
    headers: response.headers,
    html,
    answers,
    names: answers.map(({ path }) => path).toSorted(),
    data: (name: string) => answers.find(({ path }) => path === name)?.data,
    title: attribute(/<title>([^<]*)<\/title>/),
    canonical: attribute(/<link rel="canonical" href="([^"]*)"/),
    meta: (name: string) => attribute(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`)),
  }
}

const makeList = (
  client: Awaited<ReturnType<Harness['register']>>['client'],
  name: string,
  description = '',
) => client.lists.create.mutate({ name, description, albums: [homogenic], submission: crypto.randomUUID() })

const log = { rating: 9, review: '', date: '2026-11-01', favorite: false }

describe('what a page says of itself', () => {
  test('a list', async () => {
    const { client } = await harness.register('deniz')
    const { id } = await makeList(client, 'Cold Nights', 'Music for\nsnow.')
    const page = await open(`/list/${id}`)
    expect(page).toMatchObject({
      status: 200,
      title: 'Cold Nights · Plak',
      canonical: `${server.deps.settings.PUBLIC_URL}/list/${id}`,
    })
    expect(page.meta('description')).toBe('Music for snow.')
    expect(page.meta('og:title')).toBe('Cold Nights')
    expect(page.meta('og:image')).toBe(`${server.deps.settings.PUBLIC_URL}/preview/list/${id}.png?v=1`)
    expect([page.meta('og:image:width'), page.meta('og:image:height')]).toEqual(['1200', '630'])
    expect(page.meta('twitter:card')).toBe('summary_large_image')
    expect(page.meta('robots')).toBeUndefined()
  })

  test('an album, from its address alone, and with the cover once the catalogue has told of it', async () => {
    const address = paths.album({ artist: 'Björk', name: 'Homogenic' })
    const cold = await open(address)
    expect(cold).toMatchObject({ status: 200, title: 'Homogenic by Björk · Plak' })
    expect(server.demo.requests()).toHaveLength(0)
    const album = await harness.visitor().client.catalog.album.query(homogenic)
    const warm = await open('/album/bj%C3%B6rk/homogenic')
    expect(warm.canonical).toBe(server.deps.settings.PUBLIC_URL + address)
    expect(warm.meta('og:image')).toBe(album.image)
    expect(warm.meta('twitter:card')).toBe('summary')
  })

  test('a review under its own address', async () => {
    const { client } = await harness.register('deniz')
    const saved = await client.logs.save.mutate({ ...homogenic, ...log, review: 'All glass & volcanoes.' })
    const page = await open(paths.review({ artist: 'Björk', name: 'Homogenic' }, saved.id))
    expect(page.title).toBe('deniz on Homogenic by Björk · Plak')
    expect(page.meta('og:description')).toBe('All glass &amp; volcanoes.')
    expect(page.meta('og:image')).toContain(`/preview/review/${saved.id}.png?v=`)
    const elsewhere = await open(paths.review({ artist: 'Portishead', name: 'Dummy' }, saved.id))
    expect(elsewhere.title).toBe('Dummy by Portishead · Plak')
  })

  test('an artist and a profile', async () => {
    const { client } = await harness.register('deniz')
    await client.users.update.mutate({ nickname: 'deniz', avatar: '', bio: 'Ears.', links: [] })
    expect(await open('/artist/AC%2FDC')).toMatchObject({
      title: 'AC/DC · Plak',
      canonical: `${server.deps.settings.PUBLIC_URL}/artist/AC%2FDC`,
    })
    const profile = await open('/profile/DENIZ')
    expect(profile).toMatchObject({
      title: 'deniz · Plak',
      canonical: `${server.deps.settings.PUBLIC_URL}/profile/deniz`,
    })
    expect(profile.meta('description')).toBe('Ears.')
  })

  test('names that are markup stay names', async () => {
    const { client } = await harness.register('deniz')
    const evil = '"><script>alert(1)</script>$& \' </title>'
    const { id } = await makeList(client, evil, evil)
    const { html, title, data } = await open(`/list/${id}`)
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect(title).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp; &#39; &lt;/title&gt; · Plak')
    expect(data('lists.get')).toMatchObject({ name: evil })
    const strange = await open(`/artist/${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    expect(strange.html).not.toContain('<img')
  })

  test.each([
    '/login',
    '/profile/edit',
    '/settings/privacy',
    '/activity',
    '/spotify/callback',
    '/search?q=x',
  ])('%s is kept by no search engine', async (path) => {
    const page = await open(path)
    expect(page.status).toBe(200)
    expect(page.meta('robots')).toBe('noindex')
    expect(page.canonical).toBeUndefined()
  })

  test('what is not there is 404, as a page', async () => {
    const { client } = await harness.register('deniz')
    const { id } = await makeList(client, 'Gone')
    await client.lists.remove.mutate({ id })
    await harness.register('away')
    await server.deps.db.user.update({ where: { nickname: 'away' }, data: { disabledAt: new Date() } })
    const nobody = { artist: 'Nobody', album: 'Nothing' }
    expect((await open('/album/Nobody/Nothing')).status).toBe(200)
    await harness
      .visitor()
      .client.catalog.album.query(nobody)
      .catch(() => undefined)
    for (const path of [
      `/list/${id}`,
      '/list/x',
      '/profile/nobody',
      '/profile/away',
      '/nowhere',
      '/album/Nobody/Nothing',
    ]) {
      const page = await open(path)
      expect([path, page.status, page.meta('robots')]).toEqual([path, 404, 'noindex'])
      expect(page.html).toContain('<div id="root">')
    }
    expect((await fetch(`${server.url}/assets/nothing.js`)).headers.get('content-type')).toContain('json')
  })

  test('in the chosen language and theme', async () => {
    const plain = await open('/albums')
    expect(plain.html).toContain('<html lang="en" data-language="default">')
    const chosen = await open('/albums', 'plak_language=tr; plak_theme=dark')
    expect(chosen.html).toContain('<html lang="tr" data-language="tr" data-theme="dark">')
    expect(chosen.title).toBe('Albümler · Plak')
    expect(chosen.meta('color-scheme')).toBe('dark')
    expect(chosen.html).toMatch(/data-scheme="light" media="not all"/)
    const nonsense = await open('/albums', 'plak_language="><script>; plak_theme=x')
    expect(nonsense.html).toContain('<html lang="en" data-language="default">')
  })
})

describe('what a page brings along', () => {
  test('a list with its albums and its talk, as the visitor may see them', async () => {
    const { client } = await harness.register('deniz')
    const { id } = await makeList(client, 'Cold Nights')
    // On a busy machine the first queries of a process can exceed a page's time limit.
    await expect
      .poll(async () => (await open(`/list/${id}`)).names)
      .toEqual(['comments.list', 'lists.albums', 'lists.get'])
    const page = await open(`/list/${id}`)
    const visitor = harness.visitor().client
    expect(page.data('lists.albums')).toEqual(await visitor.lists.albums.query({ id }))
    expect(page.data('lists.get')).toMatchObject({ name: 'Cold Nights', liked: false })
  })

  test('is the viewer’s own, and nobody else’s after they logged out', async () => {
    const deniz = await harness.register('deniz')
    const cookie = deniz.cookies.header()!
    await expect.poll(async () => (await open('/profile/deniz', cookie)).names).toContain('spotify.status')
    const own = await open('/profile/deniz', cookie)
    expect(own.data('users.profile')).toMatchObject({ relation: 'self' })
    await expect.poll(async () => (await open('/activity', cookie)).names).toEqual(['activity.feed'])
    await deniz.client.auth.logout.mutate()
    await expect
      .poll(async () => (await open('/profile/deniz', cookie)).data('users.profile'))
      .toMatchObject({ relation: 'visitor' })
    expect((await open('/activity', cookie)).names).toEqual([])
    expect(own.headers.get('cache-control')).toBe('no-store')
  })

  test('the home page what is for the viewer alone, with its script and its texts', async () => {
    const deniz = await harness.register('deniz')
    const cookie = deniz.cookies.header()!
    const own = ['activity.newest', 'listenLater.first', 'suggestions.albums', 'suggestions.people']
    await expect.poll(async () => (await open('/', cookie)).names).toEqual(expect.arrayContaining(own))
    const page = await open('/', cookie)
    expect(page.html).toMatch(/<h2[^>]*>For you</)
    expect(page.html).toMatch(/modulepreload[^>]*\/assets\/ForYou-/)
    expect(page.html).toMatch(/modulepreload[^>]*\/assets\/arriving-/)
    const visitor = await open('/')
    expect(visitor.names).not.toEqual(expect.arrayContaining(['activity.newest']))
    expect(visitor.html).not.toMatch(/For you|ForYou-|arriving-/)
  })

  test('a step of the welcome that does not exist is not found, and the others are', async () => {
    const cookie = (await harness.register('deniz')).cookies.header()!
    const statuses = ['/welcome', '/welcome/people', '/welcome/history', '/welcome/elsewhere'].map(
      async (path) => (await open(path, cookie)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404])
  })

  test('of the catalogue only what is known, and the catalogue is never asked because of it', async () => {
    await expect.poll(async () => (await open('/albums')).names).toEqual(['catalog.genres'])
    expect(server.demo.requests()).toHaveLength(0)
    await harness.visitor().client.catalog.popular.query({ page: 1 })
    await expect
      .poll(async () => (await open('/albums')).names)
      .toEqual(['catalog.genres', 'catalog.popular'])
    await expect.poll(async () => (await open('/')).names).toEqual(['catalog.popular', 'lists.random'])
    await harness.visitor().client.catalog.album.query(homogenic)
    const inputs = async () =>
      Object.fromEntries(
        (await open('/album/Bj%C3%B6rk/Homogenic')).answers.map(({ path, input }) => [path, input]),
      )
    await expect.poll(inputs).toEqual({
      'catalog.album': homogenic,
      'logs.reviews': { ...homogenic, sort: 'newest' },
      'logs.stats': homogenic,
    })
  })

  test('does not hold it up: what takes longer is left to the browser', async () => {
    const { client } = await harness.register('deniz')
    const { id } = await makeList(client, 'Slow')
    // Not by Prisma: MySQL locks tables only in its text protocol.
    const connection = await testConnection(databaseConfig(server.deps.settings.DATABASE_URL).database)
    await connection.query('LOCK TABLES Comment WRITE')
    const page = await open(`/list/${id}`)
    await connection.query('UNLOCK TABLES')
    await connection.end()
    expect(page.status).toBe(200)
    expect(page.names).not.toContain('comments.list')
  })
})
