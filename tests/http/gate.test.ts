import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    settings: {
      PUBLIC_URL: 'https://plak.example',
      FOOTER_LINKS: 'https://letterboxd.com/plak, https://open.example/?a=1&b="',
    },
  })
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const logout = (headers: Record<string, string>, body: string | undefined = '{}') =>
  fetch(`${server.url}/trpc/auth.logout`, { method: 'POST', headers, body })

describe('a state-changing request', () => {
  it.each([
    ['from our own page', { ...json, 'sec-fetch-site': 'same-origin', origin: 'https://plak.example' }, 200],
    ['from no browser', json, 200],
    [
      'from our own page in a browser without Sec-Fetch-Site',
      { ...json, origin: 'https://plak.example' },
      200,
    ],
    ['with a charset', { 'content-type': 'application/json; charset=utf-8' }, 200],
    ['from another site', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
    ['from a sister site', { ...json, 'sec-fetch-site': 'same-site' }, 403],
    ['from an address bar, which posts nothing of ours', { ...json, 'sec-fetch-site': 'none' }, 403],
    ['with a foreign origin alone', { ...json, origin: 'https://evil.example' }, 403],
    ['with a null origin', { ...json, origin: 'null' }, 403],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['as text', { 'content-type': 'text/plain' }, 415],
    ['as something that only begins like JSON', { 'content-type': 'application/jsonp' }, 415],
  ])('%s', async (_, headers, status) => {
    expect((await logout(headers as unknown as Record<string, string>)).status).toBe(status)
  })
  it('without a content type', async () => {
    const { status } = await fetch(`${server.url}/trpc/auth.logout`, { method: 'POST' })
    expect(status).toBe(415)
  })
  it('is not a GET', async () => {
    expect((await fetch(`${server.url}/trpc/auth.logout`)).status).toBe(405)
  })
})

it('no answer lets another origin read it', async () => {
  const origin = 'https://evil.example'
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  for (const path of [
    '/',
    '/trpc/auth.me',
    '/trpc/auth.logout',
    '/account/export.zip',
    '/livez',
    '/preview/plak.png',
  ])
    for (const init of [{ headers: { origin } }, { method: 'OPTIONS', headers: { origin, ...preflight } }]) {
      const { headers } = await fetch(server.url + path, init)
      expect([path, [...headers.keys()].filter((name) => name.startsWith('access-control'))]).toEqual([
        path,
        [],
      ])
    }
})

it.each(['TRACE', 'PROPFIND', 'PUT', 'DELETE'])(
  '%s is refused, and tells nothing of what was sent',
  async (method) => {
    for (const path of ['/', '/trpc/auth.logout']) {
      const sent = request(server.url + path, { method, headers: { ...json, 'x-secret': 'mirror' } }).end()
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      expect([path, answer.statusCode! >= 400, (await text(answer)).includes('mirror')]).toEqual([
        path,
        true,
        false,
      ])
    }
  },
)

describe('limits', () => {
  it('a body of more than 100 KB is refused', async () => {
    expect((await logout(json, JSON.stringify('x'.repeat(101 * 1024)))).status).toBe(413)
  })
  it('a batch of more than ten calls is refused', async () => {
    const batch = (size: number) =>
      fetch(`${server.url}/trpc/${Array(size).fill('auth.me').join(',')}?batch=1`)
    expect([(await batch(10)).status, (await batch(11)).status]).toEqual([200, 400])
  })
  it('JSON that is none is the caller’s mistake', async () => {
    const login = await fetch(`${server.url}/trpc/auth.login`, {
      method: 'POST',
      headers: json,
      body: '{"a":',
    })
    expect(login.status).toBe(400)
  })
  it('an unknown procedure is not found', async () => {
    const answer = await fetch(`${server.url}/trpc/no.such`)
    expect([
      answer.status,
      ((await answer.json()) as { error: { data: { code: string } } }).error.data.code,
    ]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('a WebSocket', () => {
  async function open(headers: Record<string, string>): Promise<number> {
    const socket = new WebSocket(server.url.replace('http', 'ws') + '/trpc', { headers })
    const outcome = await Promise.race([
      once(socket, 'open').then(() => 101),
      once(socket, 'unexpected-response').then(([, answer]) => (answer as { statusCode: number }).statusCode),
    ])
    socket.on('error', () => {})
    socket.terminate()
    return outcome
  }
  it('opens to our own page', async () => {
    expect(await open({ origin: 'https://plak.example' })).toBe(101)
    expect(await open({ origin: server.url })).toBe(101)
  })
  it.each([
    [{}],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'https://plak.example.evil.example' }],
    [{ origin: 'http://evil.example', host: 'evil.example' }],
    [{ origin: 'http://127.0.0.1:1' }],
  ])('not to %j', async (headers) =>
    expect(await open(headers as unknown as Record<string, string>)).toBe(403),
  )
  it.each(['/trpc', '/no/such/place'])(
    'to %s from another site is refused, and the connection is closed as the answer says',
    async (path) => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13'
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: plak.example\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
      )
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 403 /)
      expect(answer.slice(0, answer.indexOf('\r\n\r\n'))).toMatch(/^connection: close$/im)
    },
  )
})

describe('the page', () => {
  it.each([
    [200, '/'],
    [200, '/album/AC%2FDC/50%25'],
    [200, '/album/%E0%A4%A/x'],
    [404, '/no/such/page'],
    [404, '/profile/..%2f..%2fetc'],
    [404, '/%00'],
    [404, '//evil.example'],
    [404, '/.git/config'],
    [404, '/.env'],
    [404, '/.data/secret'],
    [404, '/package.json'],
    [404, '/server/main.ts'],
  ])('answers with %i at %s', async (status, path) => {
    const answer = await fetch(server.url + path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  })
  it('carries the headers that keep it ours', async () => {
    const { headers } = await fetch(server.url)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    for (const rule of ["object-src 'none'", "base-uri 'none'", "form-action 'self'"])
      expect(policy).toContain(rule)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toContain('max-age=')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })
  it('but its files none of the headers that are for documents', async () => {
    const [file] = /\/assets\/[^"]+\.js/.exec(await (await fetch(server.url)).text())!
    const { headers } = await fetch(server.url + file)
    expect(
      [...headers.keys()].filter((name) => /policy|frame|security|xss|dns|cluster|download/.test(name)),
    ).toEqual(['cross-origin-resource-policy', 'strict-transport-security'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })
  it('names the operator’s links elsewhere, so that its foot can show them', async () => {
    const html = await (await fetch(server.url)).text()
    expect(html).toContain(
      '<meta name="plak-links" content="https://letterboxd.com/plak https://open.example/?a=1&amp;b=%22" />',
    )
    // The server-rendered page reserves space for them, as the browser does.
    expect(html).toMatch(/<footer.*<div class="min-h-11">/s)
  })
  it('names Last.fm at its foot, whose terms demand it', async () => {
    const html = await (await fetch(server.url)).text()
    expect(html).toContain('href="https://www.last.fm/api"')
    expect(html).not.toContain('plak-musicbrainz')
  })
  it('a missing file is not a page', async () => {
    expect((await fetch(`${server.url}/assets/gone-1234.js`)).status).toBe(404)
  })
  it('cannot be broken out of by a nickname’s neighbours', async () => {
    const { deps } = server
    const answer = await fetch(`${server.url}/trpc/auth.register`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        username: 'breaker',
        email: 'breaker@example.com',
        password: 'a long enough one',
      }),
    })
    const cookie = answer.headers.getSetCookie()[0]!
    expect(cookie).toMatch(/^__Host-plak=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax/)
    await deps.db.user.update({
      where: { nickname: 'breaker' },
      data: { bio: `</script><script>alert(1)</script>$&$'` },
    })
    const html = await (await fetch(server.url, { headers: { cookie: cookie.split(';')[0]! } })).text()
    expect(html.match(/<script>alert/)).toBeNull()
    const data = /<script type="application\/json" id="viewer">([^<]*)</.exec(html)?.[1]
    expect(JSON.parse(data!)).toEqual({
      nickname: 'breaker',
      avatar: null,
      bio: `</script><script>alert(1)</script>$&$'`,
    })
  })
})

it('tells that it lives and that it is ready', async () => {
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    database: 'ok',
    redis: 'ok',
    live: 'ok',
    schema: 'ok',
  })
})
