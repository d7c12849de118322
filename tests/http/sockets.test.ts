import { once } from 'node:events'
import { connect as connectTo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../../server/http/app.ts'
import { TOO_MANY_SOCKETS } from '../../shared/sockets.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let person: Person
beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  person = await harness.register('listener')
})

type Message = {
  id?: number
  result?: { type: string }
  error?: { message: string; data: { code: string } }
  method?: string
}

/** Opens a socket without the behaviour of our own client. */
async function connect(to = server, cookie = person.cookies.header()) {
  const socket = new WebSocket(`${to.url.replace('http', 'ws')}/trpc`, {
    origin: to.url,
    headers: { cookie: cookie ?? '' },
  })
  const messages: Message[] = []
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text.startsWith('{')) messages.push(JSON.parse(text) as Message)
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  const subscribe = (id: number) =>
    socket.send(JSON.stringify({ id, method: 'subscription', params: { path: 'activity.live', input: {} } }))
  const stop = (id: number) => socket.send(JSON.stringify({ id, method: 'subscription.stop' }))
  return { socket, messages, closed, subscribe, stop }
}

describe('a socket', () => {
  it('may send twenty messages a second, not more', async () => {
    const { socket, closed } = await connect()
    for (let message = 0; message < 40; message++) socket.send('{}')
    expect(await closed).toBe(1008)
  })
  it('that floods is closed, and what it sent at the same moment is ignored', async () => {
    const { socket, closed } = await connect()
    const stream = (socket as unknown as { _socket: Duplex })._socket
    stream.cork()
    // Each call of this procedure is one statement.
    const procedure = vi.spyOn(server.deps.db.session, 'findMany')
    for (let id = 1; id <= 2_000; id++) {
      const params = { path: 'auth.sessions' }
      socket.send(JSON.stringify({ id, method: 'query', params }))
    }
    stream.uncork()
    expect(await closed).toBe(1008)
    await person.client.auth.me.query()
    expect(procedure.mock.calls.length).toBeLessThanOrEqual(21)
  })
  it('is one of fifty of its person: the one that was used least lately ends, others’ stay', async () => {
    const other = await connect(server, (await harness.register('reader')).cookies.header())
    const sockets: Awaited<ReturnType<typeof connect>>[] = []
    for (let count = 0; count < 50; count++) sockets.push(await connect())
    await vi.waitFor(() => expect(server.sockets()).toHaveLength(51))
    // The first was the oldest, and is used; a heartbeat does not count as use.
    sockets[0]!.subscribe(1)
    await vi.waitFor(() =>
      expect(sockets[0]!.messages).toContainEqual({ id: 1, result: { type: 'started' } }),
    )
    sockets[1]!.socket.send('PING')
    const late = await connect()
    expect(await sockets[1]!.closed).toBe(TOO_MANY_SOCKETS)
    const open = [other, late, sockets[0]!, ...sockets.slice(2)]
    expect(open.map(({ socket }) => socket.readyState)).toEqual(Array(51).fill(WebSocket.OPEN))
    for (const { socket } of open) socket.terminate()
  })
  it('may hold ten subscriptions, and a stopped one makes room', async () => {
    const { messages, subscribe, stop } = await connect()
    for (let id = 1; id <= 11; id++) subscribe(id)
    await vi.waitFor(() =>
      expect(messages.filter(({ result }) => result?.type === 'started')).toHaveLength(10),
    )
    await vi.waitFor(() =>
      expect(messages.filter(({ error }) => error).map(({ id, error }) => [id, error!.data.code])).toEqual([
        [11, 'TOO_MANY_REQUESTS'],
      ]),
    )
    stop(3)
    await vi.waitFor(() => expect(messages).toContainEqual({ id: 3, result: { type: 'stopped' } }))
    subscribe(12)
    await vi.waitFor(() => expect(messages).toContainEqual({ id: 12, result: { type: 'started' } }))
  })
  it('refused subscriptions take no room', async () => {
    const { messages, subscribe } = await connect(server, '')
    for (const ids of [
      [1, 2, 3, 4, 5, 6, 7, 8],
      [9, 10, 11, 12, 13, 14, 15, 16],
    ]) {
      ids.forEach(subscribe)
      await vi.waitFor(() => expect(messages).toHaveLength(ids.at(-1)!))
    }
    expect(new Set(messages.map(({ error }) => error?.data.code))).toEqual(new Set(['UNAUTHORIZED']))
  })
  it('is closed by a message of more than 16 KB', async () => {
    const { socket, closed } = await connect()
    socket.on('error', () => {})
    socket.send('x'.repeat(16 * 1024 + 1))
    expect(await closed).toBe(1009)
  })
  it('may send ten calls at once, not more', async () => {
    const { socket, messages } = await connect()
    const calls = (size: number) =>
      socket.send(
        JSON.stringify(
          Array.from({ length: size }, (_, id) => ({
            id: id + size * 100,
            method: 'query',
            params: { path: 'auth.me' },
          })),
        ),
      )
    calls(10)
    calls(11)
    await vi.waitFor(() => expect(messages).toHaveLength(21))
    expect(messages.filter(({ result }) => result)).toHaveLength(10)
    expect(messages.filter(({ error }) => error?.data.code === 'BAD_REQUEST')).toHaveLength(11)
  })
  it('answers nonsense with an error and goes on', async () => {
    const { socket, messages, subscribe } = await connect()
    for (const nonsense of [
      '',
      'PING?',
      '[]',
      'null',
      '{"id":1}',
      '{"id":1,"method":"query","params":{}}',
      '{"id":{},"method":1}',
    ])
      socket.send(nonsense)
    subscribe(5)
    await vi.waitFor(() => expect(messages).toContainEqual({ id: 5, result: { type: 'started' } }))
  })
  it('cannot begin a session: it has no cookie to set', async () => {
    const { socket, messages } = await connect(server, '')
    const input = { identifier: person.nickname, password: person.password }
    socket.send(JSON.stringify({ id: 1, method: 'mutation', params: { path: 'auth.login', input } }))
    await vi.waitFor(() => expect(messages[0]?.error?.data.code).toBe('BAD_REQUEST'))
    expect(await server.deps.db.session.count()).toBe(1)
  })
  it('is closed when its session ends, with every other of that session', async () => {
    const [one, two] = [await connect(), await connect()]
    const other = await connect(server, (await harness.login(person)).cookies.header())
    await person.client.auth.logout.mutate()
    expect(await Promise.all([one.closed, two.closed])).toEqual([1008, 1008])
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  })
  it('that does not read is cut before it eats the memory', async () => {
    const { socket, subscribe, messages } = await connect()
    subscribe(1)
    await vi.waitFor(() => expect(messages).toContainEqual({ id: 1, result: { type: 'started' } }))
    socket.pause()
    const [open] = server.sockets().slice(-1)
    // Far more than the network's buffers can store.
    for (let piece = 0; piece < 40; piece++) open!.send('x'.repeat(1024 * 1024))
    await vi.waitFor(() => expect(server.sockets()).not.toContain(open))
  })
})

it('a server that goes tells its sockets to come back elsewhere and is gone at once', async () => {
  const leaving = await startServer({ databaseUrl: server.deps.settings.DATABASE_URL })
  const polite = await connect(leaving)
  const silent = await connect(leaving)
  silent.socket.pause()
  // It does not wait: the silent client never closes its connection.
  await leaving.close()
  expect(polite.messages).toContainEqual({ id: null, method: 'reconnect' })
  expect(await polite.closed).toBe(1001)
})

it('an address has a maximum number of sockets: its next upgrade is refused, that of another address is not', async () => {
  // A thousandth of the two thousand.
  const settings = { LIMITS_FACTOR: '0.001', TRUSTED_PROXIES: '1' }
  const small = await startServer({ settings, databaseUrl: server.deps.settings.DATABASE_URL })
  onTestFinished(() => small.close())
  const open = (from: string) =>
    new Promise<WebSocket | number>((resolve, reject) => {
      const socket = new WebSocket(`${small.url.replace('http', 'ws')}/trpc`, {
        origin: small.url,
        headers: { 'x-forwarded-for': from },
      })
      socket.on('open', () => resolve(socket)).on('error', reject)
      socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode!))
    })
  const first = await open('2001:db8:1:2::1')
  await open('2001:db8:1:2::2')
  expect(await open('2001:db8:1:2::3')).toBe(429)
  expect(await open('2001:db8:1:3::1')).toBeInstanceOf(WebSocket)
  ;(first as WebSocket).close()
  await vi.waitFor(async () => expect(await open('2001:db8:1:2::4')).toBeInstanceOf(WebSocket))
})

it('a request that stands still is cut, and a socket that is only silent is not', async () => {
  const app = await buildApp(server.deps, { stall: 200 })
  onTestFinished(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket } = await connect({ ...server, url })
  const head = ['POST /trpc/auth.login HTTP/1.1', 'host: plak', 'content-type: application/json']
  const slow = [[...head, 'content-length: 100', '', '{'], head].map((lines) => {
    const line = connectTo(Number(new URL(url).port), '127.0.0.1')
    line.write(lines.join('\r\n'))
    line.resume()
    line.on('error', () => {})
    return once(line, 'close')
  })
  await Promise.all(slow)
  expect(socket.readyState).toBe(WebSocket.OPEN)
  const drip = connectTo(Number(new URL(url).port), '127.0.0.1')
  drip.on('error', () => {}).resume()
  drip.write([...head, 'content-length: 100000', '', '{'].join('\r\n'))
  // One byte at a time is progress, but only up to a limit.
  const dripping = setInterval(() => drip.write(' '), 20)
  await once(drip, 'close')
  clearInterval(dripping)
  socket.terminate()
})
