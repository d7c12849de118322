import { once } from 'node:events'
import { connect as connectTo, type Socket } from 'node:net'
import { WebSocket } from 'ws'

/** number of connections that are opened together */
const AT_ONCE = 100

/** Many sockets of a server. */
export type Watchers = {
  /** waits until this total number of messages has been received */
  heard: (messages: number) => Promise<void>
  /** the last message */
  last: () => string
  close: () => void
}

type Coming = { path: string; hello?: string; welcome?: number; cookies?: readonly string[] }

/**
 * Opens `count` sockets to a server, with the cookies in turn. Each
 * sends `hello`, and counts as watching after `welcome` messages.
 */
export async function watch(
  server: { url: string },
  count: number,
  { path, hello, welcome = 0, cookies = [] }: Coming,
): Promise<Watchers> {
  const sockets: WebSocket[] = []
  const ear = makeEar()
  const hear = (data: Buffer) => ear.hear(1, data)
  const connect = async () => {
    const cookie = cookies[sockets.length % cookies.length]
    const socket = new WebSocket(server.url.replace('http', 'ws') + path, {
      origin: server.url,
      perMessageDeflate: false,
      headers: cookie ? { cookie } : {},
    })
    sockets.push(socket.on('message', hear))
    await once(socket, 'open')
    if (hello) socket.send(hello)
  }
  while (sockets.length < count) await Promise.all(Array.from({ length: AT_ONCE }, connect))
  await ear.heard(count * welcome)
  return ear.watchers(() => sockets.forEach((socket) => socket.terminate()))
}

/** Opens `count` event streams of a server. The first two messages are the pause before a retry, and the position. */
export async function watchStreams(server: { url: string }, count: number, path: string): Promise<Watchers> {
  const { hostname, port, host } = new URL(server.url)
  const sockets: Socket[] = []
  const ear = makeEar()
  const connect = async () => {
    const socket = connectTo(Number(port), hostname)
    sockets.push(socket)
    let wasLineEnd = false
    socket.on('data', (chunk) => {
      let ends = 0
      for (const byte of chunk as Buffer) {
        if (byte === LINE_FEED && wasLineEnd) ends++
        wasLineEnd = byte === LINE_FEED && !wasLineEnd
      }
      if (ends > 0) ear.hear(ends, chunk as Buffer)
    })
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`)
  }
  while (sockets.length < count) await Promise.all(Array.from({ length: AT_ONCE }, connect))
  await ear.heard(count * 2)
  return ear.watchers(() => sockets.forEach((socket) => socket.destroy()))
}

const LINE_FEED = 10

/** Counts the messages of many connections. */
function makeEar() {
  let messages = 0
  let last = ''
  let wanted = Infinity
  let enough = () => {}
  async function heard(count: number) {
    if (messages >= count) return
    wanted = count
    await new Promise<void>((resolve) => (enough = resolve))
  }
  return {
    hear(count: number, data: Buffer) {
      messages += count
      if (messages < wanted) return
      last = data.toString()
      enough()
    },
    heard,
    watchers(close: () => void): Watchers {
      messages = 0
      return { heard, last: () => last, close }
    },
  }
}
