import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'

type Pair = { client: Socket; server: Socket; isStuck: boolean; error: number }

/** COM_QUERY 'COMMIT', and the packet that replaces it. */
const COMMIT = Buffer.from('\x07\0\0\0\x03COMMIT', 'latin1')
const ROLLBACK = Buffer.from('\x09\0\0\0\x03ROLLBACK', 'latin1')

/**
 * A proxy before a database that can freeze, disconnect, delay, and fail a COMMIT like a server that rolls back instead. `url`
 * is the database's URL through the proxy.
 */
export async function startDatabaseProxy(databaseUrl: string) {
  const { host, port, socketPath } = databaseConfig(databaseUrl)
  const pairs = new Set<Pair>()
  let isFrozen = false
  let delay = 0
  let commitError = 0

  const listener = createServer((client) => {
    const server = socketPath ? connect(socketPath) : connect(port!, host!)
    const pair: Pair = { client, server, isStuck: false, error: 0 }
    pairs.add(pair)
    if (isFrozen) stop(pair)
    client.on('data', (data) => {
      if (commitError > 0 && data.equals(COMMIT)) {
        pair.error = commitError
        commitError = 0
        server.write(ROLLBACK)
      } else server.write(data)
    })
    server.on('data', (data) => {
      const answer = pair.error > 0 ? errorPacket(pair.error) : data
      pair.error = 0
      if (delay === 0) client.write(answer)
      else setTimeout(() => client.write(answer), delay)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        // A host that crashed does not close its connections: the other half stays open until `close`.
        if (!pair.isStuck) other.destroy()
        if (other.destroyed) pairs.delete(pair)
      })
    }
  })
  const stop = (pair: Pair) => void [pair.client.pause(), pair.server.pause()]
  const go = (pair: Pair) => void [pair.client.resume(), pair.server.resume()]

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)
  url.searchParams.delete('socket')

  return {
    url: url.href,
    /** stops all traffic, on existing and new connections */
    freeze() {
      isFrozen = true
      pairs.forEach(stop)
    },
    thaw() {
      isFrozen = false
      for (const pair of pairs) if (!pair.isStuck) go(pair)
    },
    /** permanently stops the traffic of the current connections; new connections work */
    abandon() {
      for (const pair of pairs) {
        pair.isStuck = true
        stop(pair)
      }
    },
    reset() {
      for (const { client, server } of pairs) {
        client.resetAndDestroy()
        server.destroy()
      }
    },
    /** delays each response of the database by this number of milliseconds */
    slow: (milliseconds: number) => (delay = milliseconds),
    /** lets the next COMMIT fail with this error number, without being committed */
    failCommit: (errno: number) => (commitError = errno),
    async close() {
      for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

function errorPacket(errno: number): Buffer {
  const text = Buffer.from('#HY000 said by the test', 'latin1')
  const packet = Buffer.alloc(4 + 3 + text.length)
  packet.writeUIntLE(3 + text.length, 0, 3)
  packet.writeUInt8(1, 3)
  packet.writeUInt8(0xff, 4)
  packet.writeUInt16LE(errno, 5)
  text.copy(packet, 7)
  return packet
}
