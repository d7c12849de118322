import { once } from 'node:events'
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
  let messages = 0
  let last = ''
  let wanted = Infinity
  let enough = () => {}
  const hear = (data: Buffer) => {
    if (++messages < wanted) return
    last = data.toString()
    enough()
  }
  async function heard(count: number) {
    if (messages >= count) return
    wanted = count
    await new Promise<void>((resolve) => (enough = resolve))
  }
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
  await heard(count * welcome)
  messages = 0
  return {
    heard,
    last: () => last,
    close: () => sockets.forEach((socket) => socket.terminate()),
  }
}
