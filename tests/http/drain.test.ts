import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from '../support/server.ts'

const SOCKETS = 250

it('a server that goes sends its sockets elsewhere in waves, and answers meanwhile', async () => {
  const server = await startServer()
  const told: number[] = []
  const ask = (path: string) => fetch(server.url + path).then(({ status }) => status)
  // Its connection stays open for what is asked on the way out.
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
