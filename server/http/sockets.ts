import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { TOO_MANY_SOCKETS } from '../../shared/sockets.ts'
import type { Audit } from '../core/audit.ts'
import { socketsOfNetwork, socketsOfPerson } from '../core/limits.ts'
import type { CallerAddress } from '../lib/callers.ts'
import type { Settings } from '../lib/settings.ts'
import type { Bus } from '../live/bus.ts'
import { OpenSocket, slowReadersCut, type Holder } from './openSocket.ts'

const SWEEP = 1_000
/** how long a closing handshake may take, in milliseconds */
const CLOSE_TIMEOUT = 500
/** waves in which a draining server closes its sockets: minimum size, maximum number, and pause in milliseconds */
const MIN_WAVE = 100
const MAX_WAVES = 30
const BETWEEN_WAVES = 100

type Open = Map<WebSocket, OpenSocket>
type SocketDeps = { bus: Bus; audit: Audit; settings: Settings }
type CallerOf = (request: IncomingMessage) => CallerAddress

export type Sockets = ReturnType<typeof trackSockets>

export function trackSockets(deps: SocketDeps, callerOf: CallerOf) {
  const { audit, bus } = deps
  const openSockets: Open = new Map()
  const holders = makeHolders(openSockets)
  const networks = makeNetworks(deps, callerOf)

  /** Call it before anything listens to the socket. */
  function add(socket: WebSocket, request: IncomingMessage): void {
    const entry = new OpenSocket(socket, request.socket)
    const { address, network } = callerOf(request)
    openSockets.set(socket, entry)
    networks.count(network, 1)
    socket.on('message', (data: Buffer) => {
      if (!entry.countMessage(data.length)) return
      // Removes the listeners, because messages that were already read would still be emitted.
      socket.removeAllListeners('message')
      socket.pause()
      const actor = entry.viewer?.id ?? null
      audit.note({ event: 'socket.flood', actor, address })
      cut(socket, 1008, 'too many messages')
    })
    socket.on('error', terminate)
    socket.on('close', () => {
      openSockets.delete(socket)
      networks.count(network, -1)
      if (entry.viewer) holders.delete(entry.viewer.id, socket)
    })
  }

  function bind(socket: WebSocket, request: IncomingMessage, viewer: Holder | null): OpenSocket {
    // A socket that has already closed is no longer in the map.
    const entry = openSockets.get(socket) ?? new OpenSocket(socket, request.socket)
    // Fastify's listener would keep the request and its reply in memory, and does nothing that ours does not do.
    socket.removeAllListeners('error').on('error', terminate)
    entry.viewer = viewer
    if (viewer && openSockets.has(socket)) holders.add(viewer.id, socket)
    return entry
  }

  const sweep = closeWithSessions(openSockets, bus)
  async function drain(): Promise<void> {
    await closeInWaves([...openSockets.keys()])
    clearInterval(sweep)
  }

  return { add, bind, bound: networks.bound, drain, count: () => openSockets.size, slowReadersCut }
}

/** One error listener, shared by thousands of sockets. */
function terminate(this: WebSocket): void {
  this.terminate()
}

function cut(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT).unref()
}

function makeNetworks({ audit, settings }: SocketDeps, callerOf: CallerOf) {
  const counts = new Map<string, number>()

  function count(network: string, change: 1 | -1): void {
    const sockets = (counts.get(network) ?? 0) + change
    if (sockets > 0) counts.set(network, sockets)
    else counts.delete(network)
  }

  function bound(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      if (!request.ws) return
      const { address, network } = callerOf(request.raw)
      if ((counts.get(network) ?? 0) < socketsOfNetwork(settings.LIMITS_FACTOR)) return
      audit.note({ event: 'throttle.reached', actor: null, address, detail: { procedure: 'websocket' } })
      await reply
        .code(429)
        .header('retry-after', '60')
        .send({ error: 'Too many WebSockets from this address' })
    })
  }

  return { count, bound }
}

/** Beyond the limit, the least recently used socket of a user is closed. */
function makeHolders(openSockets: Open) {
  const socketsOfUser = new Map<number, Set<WebSocket>>()

  function remove(person: number, socket: WebSocket): void {
    const sockets = socketsOfUser.get(person)
    sockets?.delete(socket)
    if (sockets?.size === 0) socketsOfUser.delete(person)
  }

  function add(person: number, socket: WebSocket): void {
    const sockets = socketsOfUser.get(person) ?? new Set()
    socketsOfUser.set(person, sockets.add(socket))
    if (sockets.size <= socketsOfPerson) return
    const usedAt = (each: WebSocket) => (each === socket ? Infinity : (openSockets.get(each)?.usedAt ?? 0))
    const oldest = [...sockets].reduce((one, other) => (usedAt(other) < usedAt(one) ? other : one))
    remove(person, oldest)
    cut(oldest, TOO_MANY_SOCKETS, 'too many sockets')
  }

  return { add, delete: remove }
}

/** Returns the timer that closes expired sessions and cuts slow readers. */
function closeWithSessions(openSockets: Open, bus: Bus): NodeJS.Timeout {
  bus.observe((topic, event) => {
    if (event.type !== 'session.revoked') return
    const userId = Number(topic.slice('session:'.length))
    for (const [socket, { viewer }] of openSockets) {
      if (viewer?.id !== userId) continue
      if (event.sessions === 'all' || event.sessions.includes(viewer.sessionId))
        cut(socket, 1008, 'session ended')
    }
  })
  // After a restore a viewer's id can belong to another user: signed-in clients reconnect with their cookie.
  bus.onNewEpoch(() => {
    for (const [socket, { viewer }] of openSockets) if (viewer) cut(socket, 1001, 'a backup was restored')
  })
  return setInterval(() => {
    const now = Date.now()
    for (const [socket, entry] of openSockets) {
      entry.limitBuffer()
      if (entry.viewer && entry.viewer.expiresAt.getTime() <= now) cut(socket, 1008, 'session ended')
    }
  }, SWEEP)
}

/** Asks clients in waves, so that they do not all reconnect at once, and ends the sockets that do not close by themselves. */
async function closeInWaves(sockets: WebSocket[]): Promise<void> {
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  const wave = Math.max(MIN_WAVE, Math.ceil(sockets.length / MAX_WAVES))
  for (let first = 0; first < sockets.length; first += wave) {
    if (first > 0) await sleep(BETWEEN_WAVES)
    for (const socket of sockets.slice(first, first + wave)) {
      socket.send('{"id":null,"method":"reconnect"}')
      cut(socket, 1001, 'server is restarting')
    }
  }
  await Promise.all(closed)
}
