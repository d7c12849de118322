import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
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

/** A socket as a client that does not keep to our own client's manners. */
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
    // Far more than the network's own buffers hold.
    for (let piece = 0; piece < 40; piece++) open!.send('x'.repeat(1024 * 1024))
    await vi.waitFor(() => expect(server.sockets()).not.toContain(open))
  })
})

it('a server that goes tells its sockets to come back elsewhere and is gone at once', async () => {
  const leaving = await startServer({ databaseUrl: server.deps.settings.DATABASE_URL })
  const polite = await connect(leaving)
  const silent = await connect(leaving)
  silent.socket.pause()
  // It waits for nobody: the silent one never says goodbye.
  await leaving.close()
  expect(polite.messages).toContainEqual({ id: null, method: 'reconnect' })
  expect(await polite.closed).toBe(1001)
})
