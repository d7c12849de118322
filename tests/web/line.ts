import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Plak } from './product.ts'

/**
 * The connection to the server: open, cut, cut from the end of the next document on (which lacks a byte), or with responses of a
 * server without its database.
 */
export type Line = {
  url: string
  state: 'open' | 'cut' | 'cut short' | 'database away'
  /** Silences the open WebSockets, like a network that drops idle connections; new ones work. */
  freeze: () => void
  close: () => void
}

/** Creates a proxy before a server that the test can open and cut. */
export async function makeLine({ url }: Pick<Plak, 'url'>): Promise<Line> {
  const sockets = new Set<Socket>()
  const webSockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
    if (line.state === 'cut') return socket.destroy()
    if (line.state === 'database away') {
      return socket.once('data', () =>
        socket.end('HTTP/1.1 503 Resting\r\nContent-Length: 7\r\nConnection: close\r\n\r\nresting'),
      )
    }
    const server = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => socket.destroy())
    sockets.add(server)
    socket.once('data', (request) => {
      const headers = request.toString('latin1')
      if (/^upgrade: websocket/im.test(headers)) webSockets.add(socket).add(server)
      if (line.state === 'cut short' && /^accept: text\/html/im.test(headers)) cutShort(server, socket)
      else server.pipe(socket)
    })
    socket.pipe(server)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutShort = (server: Socket, socket: Socket) =>
    server.on('data', (response: Buffer) => {
      const isHead = response.indexOf('\r\n\r\n') === response.length - 4
      if (isHead) return socket.write(response)
      server.pause()
      return socket.write(response.subarray(0, -1), () => (line.state = 'cut'))
    })
  let state: Line['state'] = 'open'
  const line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get state() {
      return state
    },
    set state(next) {
      state = next
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    freeze: () => {
      for (const socket of webSockets) socket.unpipe().pause()
    },
    close: () => {
      line.state = 'cut'
      server.close()
    },
  }
  return line
}
