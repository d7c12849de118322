import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from '../support/server.ts'

const SOCKETS = 250

it('a server that goes sends its sockets elsewhere in waves, and answers meanwhile', async () => {
  const server = await startServer()
  const told: number[] = []
  const closed = Array.from({ length: SOCKETS }, async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`, { origin: server.url })
    socket.on('message', (data: Buffer) => data.toString().includes('reconnect') && told.push(Date.now()))
    await once(socket, 'open')
    return once(socket, 'close')
  })
  await expect.poll(() => server.sockets().length).toBe(SOCKETS)

  const closing = server.close()
  await expect.poll(() => told.length, { interval: 1 }).toBeGreaterThan(0)
  expect(told.length).toBeLessThan(SOCKETS)
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  await Promise.all([closing, ...closed])
  expect(told).toHaveLength(SOCKETS)
  expect(told.at(-1)! - told[0]!).toBeGreaterThan(100)
})
