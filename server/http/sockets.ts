import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { TOO_MANY_SOCKETS } from '../../shared/sockets.ts'
import type { Audit } from '../core/audit.ts'
import { messagesASecond, socketsOfNetwork, socketsOfPerson } from '../core/limits.ts'
import type { CallerAddress } from '../lib/callers.ts'
import type { Settings } from '../lib/settings.ts'
import type { Bus } from '../live/bus.ts'
import type { FrameWriter } from '../live/stream.ts'

const SWEEP = 1_000
/** characters buffered for a slow client before its events wait in the queues of the streams */
const FULL_AT = 64 * 1024
/** how long they may wait, in milliseconds; then the socket is cut, and its client catches up by replay */
const DRAIN_TIMEOUT = 5_000
/** limit of the buffered characters; responses to calls are not queued elsewhere, so beyond it the socket is cut */
const MAX_BUFFERED = 1024 * 1024
/** how long a closing handshake may take, in milliseconds */
const CLOSE_TIMEOUT = 500
/** length of 'PING', which hidden tabs send, too */
const SIGN_OF_LIFE = 4
/** waves in which a draining server closes its sockets: minimum size, maximum number, and pause in milliseconds */
const MIN_WAVE = 100
const MAX_WAVES = 30
const BETWEEN_WAVES = 100

/** Slow clients that this process has cut; a module variable, because there are thousands of sockets. */
let slowReaders = 0

/** The signed-in user of a socket, and the session; the socket closes when the session ends. */
type Holder = { id: number; sessionId: number; expiresAt: Date }

/** An open WebSocket. A class, because thousands are open: they share methods, whereas each would need its own closures. */
export class OpenSocket implements FrameWriter {
  viewer: Holder | null = null
  subscriptions = 0
  /** when it was opened, or when its client last sent more than a ping */
  usedAt = performance.now()
  readonly #socket: WebSocket
  readonly #stream: Duplex
  #messages = 0
  #second = 0

  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket
    this.#stream = stream
  }

  /** Bypasses `ws`, which would build a frame for each socket. `ws` also writes whole frames, so frames are never interleaved. */
  send(frame: Buffer): void {
    // Events that a closing socket misses are replayed to its client.
    if (this.#socket.readyState === this.#socket.OPEN) this.#stream.write(frame)
  }

  isFull(): boolean {
    return this.#socket.bufferedAmount > FULL_AT
  }

  async drained(): Promise<void> {
    const late = setTimeout(() => {
      slowReaders++
      this.#socket.terminate()
    }, DRAIN_TIMEOUT)
    // The ping is queued behind everything that waits: once it is sent, the rest was sent, too.
    await new Promise<void>((resolve) => this.#socket.ping(undefined, false, () => resolve()))
    clearTimeout(late)
  }

  /** Counts a client message of `bytes` bytes; returns true if it exceeds the limit per second. */
  countMessage(bytes: number): boolean {
    const now = performance.now()
    if (bytes > SIGN_OF_LIFE) this.usedAt = now
    const second = Math.floor(now / 1_000)
    if (second !== this.#second) this.#messages = 0
    this.#second = second
    return ++this.#messages > messagesASecond
  }
}

/** Error listener of sockets: one function shared by thousands. */
function terminate(this: WebSocket): void {
  this.terminate()
}

/**
 * Tracks the open WebSockets of this process: enforces their limits and closes them when their session ends or the process shuts
 * down.
 */
export type Sockets = ReturnType<typeof trackSockets>

export function trackSockets(
  { bus, audit, settings }: { bus: Bus; audit: Audit; settings: Settings },
  callerOf: (request: IncomingMessage) => CallerAddress,
) {
  const open = new Map<WebSocket, OpenSocket>()
  const ofPerson = new Map<number, Set<WebSocket>>()
  const ofNetwork = new Map<string, number>()
  const mostOfNetwork = socketsOfNetwork(settings.LIMITS_FACTOR)

  const cut = (socket: WebSocket, code: number, reason: string) => {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT).unref()
  }

  /**
   * Starts to count a new socket's messages, and removes the socket when it closes. Call it before anything listens to the
   * socket.
   */
  function add(socket: WebSocket, request: IncomingMessage): void {
    const entry = new OpenSocket(socket, request.socket)
    const { address, network } = callerOf(request)
    open.set(socket, entry)
    ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1)
    socket.on('message', (data: Buffer) => {
      if (!entry.countMessage(data.length)) return
      // Removes the listeners, because messages that were already read would still be emitted.
      socket.removeAllListeners('message')
      socket.pause()
      const actor = entry.viewer?.id ?? null
      audit.note({ event: 'socket.flood', actor, subject: actor, address })
      cut(socket, 1008, 'too many messages')
    })
    socket.on('error', terminate)
    socket.on('close', () => {
      open.delete(socket)
      leave(network)
      if (entry.viewer) forgetOf(entry.viewer.id, socket)
    })
  }

  function leave(network: string): void {
    const left = (ofNetwork.get(network) ?? 0) - 1
    if (left > 0) ofNetwork.set(network, left)
    else ofNetwork.delete(network)
  }

  function forgetOf(person: number, socket: WebSocket): void {
    const theirs = ofPerson.get(person)
    theirs?.delete(socket)
    if (theirs?.size === 0) ofPerson.delete(person)
  }

  /** Registers a user's socket; beyond the limit the least recently used one is closed. */
  function countOf(person: number, socket: WebSocket): void {
    const theirs = ofPerson.get(person) ?? new Set()
    ofPerson.set(person, theirs.add(socket))
    if (theirs.size <= socketsOfPerson) return
    const usedAt = (each: WebSocket) => (each === socket ? Infinity : (open.get(each)?.usedAt ?? 0))
    const oldest = [...theirs].reduce((one, other) => (usedAt(other) < usedAt(one) ? other : one))
    forgetOf(person, oldest)
    cut(oldest, TOO_MANY_SOCKETS, 'too many sockets')
  }

  /** Refuses upgrades from a network that has reached its limit of sockets. */
  function bound(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      if (!request.ws) return
      const { address, network } = callerOf(request.raw)
      if ((ofNetwork.get(network) ?? 0) < mostOfNetwork) return
      audit.note({ event: 'throttle.reached', actor: null, address, detail: { procedure: 'websocket' } })
      await reply
        .code(429)
        .header('retry-after', '60')
        .send({ error: 'Too many WebSockets from this address' })
    })
  }

  /** Binds a socket to the viewer of its cookie; it closes when their session ends. */
  function bind(socket: WebSocket, request: IncomingMessage, viewer: Holder | null): OpenSocket {
    // A socket that has already closed is no longer in the map.
    const entry = open.get(socket) ?? new OpenSocket(socket, request.socket)
    // Fastify's listener would keep the request and its reply in memory, and does nothing that ours does not do.
    socket.removeAllListeners('error').on('error', terminate)
    entry.viewer = viewer
    if (viewer && open.has(socket)) countOf(viewer.id, socket)
    return entry
  }

  bus.observe((topic, event) => {
    if (event.type !== 'session.revoked') return
    const userId = Number(topic.slice('session:'.length))
    for (const [socket, { viewer }] of open) {
      if (viewer?.id !== userId) continue
      if (event.sessions === 'all' || event.sessions.includes(viewer.sessionId))
        cut(socket, 1008, 'session ended')
    }
  })

  // After a restore a viewer's id can belong to another user: signed-in clients reconnect with their cookie.
  bus.onNewEpoch(() => {
    for (const [socket, { viewer }] of open) if (viewer) cut(socket, 1001, 'a backup was restored')
  })

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [socket, { viewer }] of open) {
      if (socket.bufferedAmount > MAX_BUFFERED) {
        slowReaders++
        socket.terminate()
      } else if (viewer && viewer.expiresAt.getTime() <= now) cut(socket, 1008, 'session ended')
    }
  }, SWEEP)

  /** Asks all clients in waves to reconnect elsewhere, and ends the sockets that do not close by themselves. */
  async function drain(): Promise<void> {
    const all = [...open.keys()]
    const closed = all.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    const wave = Math.max(MIN_WAVE, Math.ceil(all.length / MAX_WAVES))
    for (let first = 0; first < all.length; first += wave) {
      if (first > 0) await sleep(BETWEEN_WAVES)
      for (const socket of all.slice(first, first + wave)) {
        socket.send('{"id":null,"method":"reconnect"}')
        cut(socket, 1001, 'server is restarting')
      }
    }
    clearInterval(sweep)
    await Promise.all(closed)
  }

  return { add, bind, bound, drain, count: () => open.size, slowReadersCut: () => slowReaders }
}
