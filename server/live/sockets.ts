import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { SignedIn } from '../trpc.ts'
import type { Bus } from './bus.ts'
import type { FrameWriter } from './stream.ts'

const SWEEP = 1_000
const MESSAGES_A_SECOND = 20
/** characters that may wait for a slow reader before events wait in the streams' queues */
const FULL_AT = 64 * 1024
/** how long they may wait, in milliseconds; then the socket is cut, and its client comes back through replay */
const DRAIN_TIMEOUT = 5_000
/** responses to calls are not queued elsewhere: beyond so much the socket is cut */
const MAX_BUFFERED = 1024 * 1024
/** how long a closing handshake may take, in milliseconds */
const CLOSE_TIMEOUT = 500
/** a draining server sends its sockets elsewhere in waves: at least so many, at most so many waves, so long apart */
const MIN_WAVE = 100
const MAX_WAVES = 30
const BETWEEN_WAVES = 100

/** An open WebSocket. A class, because thousands are open: methods are shared where closures would be made for each. */
export class OpenSocket implements FrameWriter {
  viewer: SignedIn | null = null
  subscriptions = 0
  readonly #socket: WebSocket
  readonly #stream: Duplex
  #messages = 0
  #second = 0

  constructor(socket: WebSocket, stream: Duplex) {
    this.#socket = socket
    this.#stream = stream
  }

  /** Bypasses `ws`, which would build a frame for each socket; `ws` writes whole frames too, so none is interleaved. */
  send(frame: Buffer): void {
    // What a closing socket misses is replayed to its client.
    if (this.#socket.readyState === this.#socket.OPEN) this.#stream.write(frame)
  }

  isFull(): boolean {
    return this.#socket.bufferedAmount > FULL_AT
  }

  async drained(): Promise<void> {
    const late = setTimeout(() => this.#socket.terminate(), DRAIN_TIMEOUT)
    // The ping is queued behind all that waits: when it was sent, so was that.
    await new Promise<void>((resolve) => this.#socket.ping(undefined, false, () => resolve()))
    clearTimeout(late)
  }

  /** Counts a message of the client and returns whether it exceeds the limit a second. */
  countMessage(): boolean {
    const second = Math.floor(performance.now() / 1_000)
    if (second !== this.#second) this.#messages = 0
    this.#second = second
    return ++this.#messages > MESSAGES_A_SECOND
  }
}

/** The open WebSockets of this process: their limits, and their end when a session ends or the process goes. */
export type Sockets = ReturnType<typeof trackSockets>

export function trackSockets(bus: Bus) {
  const open = new Map<WebSocket, OpenSocket>()

  const cut = (socket: WebSocket, code: number, reason: string) => {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT).unref()
  }

  /** Counts a new socket's messages and forgets it when it closes. Call it before anything listens to the socket. */
  function add(socket: WebSocket, { socket: stream }: IncomingMessage): void {
    const entry = new OpenSocket(socket, stream)
    open.set(socket, entry)
    socket.on('message', () => {
      if (entry.countMessage()) cut(socket, 1008, 'too many messages')
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => open.delete(socket))
  }

  /** Binds a socket to the viewer of its cookie: it closes when their session ends. */
  function bind(socket: WebSocket, request: IncomingMessage, viewer: SignedIn | null): OpenSocket {
    // A socket that has closed already is no longer in the map.
    const entry = open.get(socket) ?? new OpenSocket(socket, request.socket)
    // Fastify's listener would keep the request and its reply in memory, and does nothing that ours does not do.
    socket.removeAllListeners('error').on('error', () => socket.terminate())
    entry.viewer = viewer
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

  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [socket, { viewer }] of open) {
      if (socket.bufferedAmount > MAX_BUFFERED) socket.terminate()
      else if (viewer && viewer.expiresAt.getTime() <= now) cut(socket, 1008, 'session ended')
    }
  }, SWEEP)

  /** Asks every client, wave after wave, to reconnect elsewhere, and ends the sockets that do not close by themselves. */
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

  return { add, bind, drain, count: () => open.size }
}
