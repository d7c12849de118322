import { once } from 'node:events'
import { Agent, request as send, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openStream } from '../api/eventStream.ts'
import { startServer } from '../support/server.ts'

const SOCKETS = 250

it('a server that goes sends its sockets elsewhere in waves, and answers meanwhile', async () => {
  const server = await startServer()
  const told: number[] = []
  const ask = (path: string) => fetch(server.url + path).then(({ status }) => status)
  // Its connection stays open for requests during the shutdown.
  expect(await ask('/livez')).toBe(200)
  let meanwhile: Promise<number[]> | undefined
  const closed = Array.from({ length: SOCKETS }, async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, { origin: server.url })
    socket.on('message', (data: Buffer) => {
      if (!data.toString().includes('reconnect')) return
      told.push(Date.now())
      meanwhile ??= Promise.all(['/livez', '/readyz'].map(ask))
    })
    await once(socket, 'open')
    return once(socket, 'close')
  })
  await expect.poll(() => server.sockets().length).toBe(SOCKETS)

  await Promise.all([server.close(), ...closed])
  expect(await meanwhile).toEqual([200, 503])
  expect(told).toHaveLength(SOCKETS)
  expect(told.at(-1)! - told[0]!).toBeGreaterThan(100)
})

it('a server that goes ends its event streams in waves, so that their clients come back elsewhere', async () => {
  const server = await startServer()
  const ends: number[] = []
  const streams = await Promise.all(
    Array.from({ length: SOCKETS }, () => openStream(server.url, '/albums/Air/Moon%20Safari/reviews/live')),
  )
  const ended = streams.map((stream) => stream.ended.then(() => ends.push(Date.now())))
  await Promise.all(streams.map((stream) => stream.until('live')))
  const from = Date.now()
  await Promise.all([server.close(), ...ended])
  expect(ends.at(-1)! - ends[0]!).toBeGreaterThan(100)
  expect(Date.now() - from).toBeLessThan(10_000)
})

it('a server that goes answers what is on its way, and closes its connection with it', async () => {
  const server = await startServer()
  const body = JSON.stringify({ nickname: 'nobody', password: 'not a password' })
  const request = send(`${server.url}/trpc/auth.login`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      origin: server.url,
      expect: '100-continue',
    },
  })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.flushHeaders()
  await once(request, 'continue')
  const closed = server.close()
  const isOpen = () => fetch(`${server.url}/livez`).then(Boolean, () => false)
  await expect.poll(isOpen).toBe(false)

  request.end(body)
  const [answer] = await answered
  answer.resume()
  expect(answer.statusCode).toBe(400)
  await expect.poll(() => request.socket!.destroyed).toBe(true)
  await closed
})
