import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer, type TestServer } from '../support/server.ts'

// Requests that no page of the product sends.

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { PUBLIC_URL: 'https://plak.example' } })
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }

it.each([
  ['evil.example', 403],
  ['plak.example.evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['localhost.evil.example', 403],
  ['127.0.0.1:3000', 200],
  ['localhost:3000', 200],
  ['[::1]:3000', 200],
  ['192.168.1.5:3000', 200],
  ['[fd00::5]', 200],
])('a change from a page at %s, which is also the host that it is sent to: %i', async (host, status) => {
  const headers = { ...json, host, origin: `http://${host}`, 'content-length': '2' }
  const sent = request(`${server.url}/trpc/auth.logout`, { method: 'POST', headers }).end('{}')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(status)
})

it.each(['localhost:3000', '[::1]:3000', '192.168.1.5:3000'])(
  'a WebSocket opens to a page at %s',
  async (host) => {
    const headers = { origin: `http://${host}`, host }
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, { headers })
    await once(socket, 'open')
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.terminate()
  },
)

it('a request whose length is said in two ways is refused', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const lengths = 'Content-Length: 5\r\nTransfer-Encoding: chunked'
  socket.write(`POST /trpc/auth.logout HTTP/1.1\r\nHost: plak.example\r\n${lengths}\r\n\r\n0\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
})
it('a parameter that comes twice leads nowhere else, and fails nothing', async () => {
  for (const path of [
    '/preview/plak.png?v=1&v=2',
    '/login?from=/lists&from=//evil.example',
    '/auth/google?from=/lists&from=//evil.example&invite=a&invite=b',
    '/auth/google/callback?state=a&state=b&code=c&code=d',
    '/lists?query=a&query=b',
  ]) {
    const { status, headers } = await fetch(server.url + path, { redirect: 'manual' })
    expect([path, status < 500, headers.get('location') ?? '']).toEqual([
      path,
      true,
      expect.not.stringContaining('evil'),
    ])
  }
})

it('lists no folder, and shows no file outside of what is built', async () => {
  for (const path of [
    '/assets',
    '/assets/',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2f..%2fpackage.json',
  ]) {
    const answer = await fetch(server.url + path)
    expect([path, answer.status, await answer.text()]).toEqual([
      path,
      404,
      expect.not.stringMatching(/\.js\b.*\.js\b|"private"/s),
    ])
  }
})
