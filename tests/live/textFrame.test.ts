import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { textFrame } from '../../server/live/textFrame.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
afterAll(() => server.close())

// Lengths at which the head of a frame changes, in bytes; 'ş' has two.
it.each([
  '',
  'a',
  'a'.repeat(125),
  'a'.repeat(126),
  'a'.repeat(65_535),
  'a'.repeat(65_536),
  'ş'.repeat(63),
  '日本'.repeat(20_000),
])('a client reads what was framed (%#)', async (text) => {
  server.once('connection', (socket, request) => {
    request.socket.write(textFrame(text))
    // Messages that `ws` sends itself follow normally.
    socket.send('after')
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const heard: string[] = []
  client.on('message', (data: Buffer) => {
    heard.push(data.toString())
    if (heard.length === 2) client.close()
  })
  await once(client, 'close')
  expect(heard).toEqual([text, 'after'])
})
