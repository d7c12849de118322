import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Plak } from './product.ts'

/** The way to the server: it may be open or cut, or lead to an answer that something else gives. */
export type Line = {
  url: string
  state: 'open' | 'cut' | 'database away'
  /** Silences the connections that are open, as a network does to a machine that sleeps; new ones work. */
  freeze: () => void
  close: () => void
}

/** A way to a server that the test opens and cuts. */
export async function makeLine({ url }: Plak): Promise<Line> {
  const sockets = new Set<Socket>()
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
    socket.pipe(server).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
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
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: () => {
      line.state = 'cut'
      server.close()
    },
  }
  return line
}
