import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAs } from '../support/getAs.ts'
import { startServer, type TestServer } from '../support/server.ts'

// Cookies belong to one host name, and other sign-in services redirect to PUBLIC_URL: pages are only served under that name.
let server: TestServer
const settings = { PUBLIC_URL: 'http://127.0.0.1:3000', GOOGLE_CLIENT_ID: 'x' }
beforeAll(async () => (server = await startServer({ settings })))
afterAll(() => server.close())

const get = (host: string, path: string) => getAs(server.url, host, path)

describe('a page under another loopback name', () => {
  it.each([
    ['localhost:3000', '/'],
    ['LOCALHOST:3000', '/album/Bj%C3%B6rk/Homogenic?tab=1'],
    ['[::1]:3000', '/login?from=%2Flists'],
    ['localhost:3000', '/auth/google?from=%2Flists'],
    ['localhost:3000', '//evil.example/'],
  ])('%s%s leads to the public address', async (host, path) => {
    expect(await get(host, path)).toEqual({ status: 302, location: `http://127.0.0.1:3000${path}` })
  })
  it('an address that is not a page is not redirected', async () => {
    for (const path of ['/livez', '/readyz', '/trpc/auth.me', '/robots.txt', '/assets/x.js']) {
      expect((await get('localhost:3000', path)).location).toBeUndefined()
    }
  })
})

it('the public address, another port, and any other name are served as they are', async () => {
  for (const host of ['127.0.0.1:3000', 'localhost:8080', '192.168.1.5:3000', 'plak.example', 'localhost']) {
    expect(await get(host, '/')).toEqual({ status: 200, location: undefined })
  }
})

it('a product that is known by a name of its own leads nobody from a loopback name', async () => {
  const named = await startServer({
    settings: { PUBLIC_URL: 'https://plak.example' },
    databaseUrl: server.deps.settings.DATABASE_URL,
  })
  expect(await getAs(named.url, 'localhost:3000', '/')).toEqual({ status: 200, location: undefined })
  await named.close()
})
