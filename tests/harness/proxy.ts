import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Another address of a server, whose connections can be cut. */
export type Proxy = {
  url: string
  /** cuts every connection, and accepts none until `open` */
  cut: () => void
  open: () => void
  close: () => Promise<void>
}

/** Starts a proxy between clients and a server that simulates a failing network. */
export async function makeProxy(serverUrl: string): Promise<Proxy> {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isOpen = true
  const gate = createServer((near) => {
    if (!isOpen) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))

  function cut() {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    cut,
    open: () => void (isOpen = true),
    close: () => {
      cut()
      return new Promise((resolve) => gate.close(() => resolve()))
    },
  }
}
