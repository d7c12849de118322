import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OpenStream, slowStreamsCut } from '../../server/api/openStream.ts'

let server: Server
let streams: OpenStream[]
beforeEach(async () => {
  streams = []
  server = createServer((_, response) => {
    const stream = new OpenStream(response, null)
    stream.start({ 'content-type': 'text/event-stream' })
    streams.push(stream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const port = () => (server.address() as AddressInfo).port

async function watch() {
  const asked = request({ port: port(), host: '127.0.0.1', agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  answer.on('error', () => {})
  return { answer, text: () => text, stream: streams.at(-1)!, closed: once(answer, 'close') }
}

const seconds = (stream: OpenStream, count: number) => {
  for (let second = 0; second < count; second++) stream.tick()
}

it('sends a comment at least every 25 seconds, and nothing else by itself', async () => {
  const { text, stream } = await watch()
  seconds(stream, 19)
  stream.send(Buffer.from('data: 1\n\n'))
  await vi.waitFor(() => expect(text()).toBe('data: 1\n\n'))
  seconds(stream, 25)
  await vi.waitFor(() => expect(text()).toBe('data: 1\n\n:\n\n:\n\n'))
})

it('sends what was written before its end, and ends its signal with the client', async () => {
  const first = await watch()
  first.stream.send(Buffer.from('data: 1\n\n'))
  first.stream.end()
  await first.closed
  expect(first.text()).toBe('data: 1\n\n')
  expect(first.stream.signal.aborted).toBe(true)
  const second = await watch()
  second.answer.destroy()
  await vi.waitFor(() => expect(second.stream.signal.aborted).toBe(true))
  second.stream.send(Buffer.from('data: 2\n\n'))
})

it('answers clients of HTTP/1.0 with the same bytes', async () => {
  const socket = connect(port(), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.write('GET / HTTP/1.0\r\n\r\n')
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  streams[0]!.send(Buffer.from('data: 1\n\n'))
  streams[0]!.end()
  await once(socket, 'close')
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\ndata: 1\n\n$/)
})

it('is full while a client does not read, drains when it reads again, and is cut beyond its limit', async () => {
  const { answer, stream, closed } = await watch()
  answer.pause()
  const frame = Buffer.alloc(64 * 1024, ':')
  // The network's buffers take some megabytes first.
  while (!stream.isFull()) {
    stream.send(frame)
    await new Promise(setImmediate)
  }
  const drained = stream.drained()
  answer.resume()
  await drained
  expect(stream.isFull()).toBe(false)
  answer.pause()
  const cut = slowStreamsCut()
  while (slowStreamsCut() === cut) {
    stream.send(frame)
    await new Promise(setImmediate)
    stream.tick()
  }
  answer.resume()
  await closed
  expect(stream.signal.aborted).toBe(true)
})
