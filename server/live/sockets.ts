import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { SignedIn } from '../trpc.ts'
import type { Bus } from './bus.ts'
import type { Wire } from './stream.ts'

const SWEEP = 1_000
const MESSAGES_A_SECOND = 20
/** characters that may wait for a slow reader before events wait for him elsewhere */
const FULL = 64 * 1024
/** how long they may wait, in milliseconds; then the socket is cut, and its client comes back through replay */
const PATIENCE = 5_000
/** answers to calls do not wait elsewhere: beyond so much the socket is cut */
const MOST = 1024 * 1024
/** how long closing sockets may take to say goodbye, in milliseconds */
const GOODBYE = 500
/** sockets that are told to come back elsewhere go in waves: so many at least, so many waves at most, so long apart */
const WAVE = 100
const MOST_WAVES = 30
const BETWEEN_WAVES = 100

/** An open WebSocket with what it stands on. A class, because thousands are open: what they can do is written once. */
export class OpenSocket implements Wire {
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

  /** Past `ws`, which would make a frame of its own for each; it writes whole frames itself, so none is cut in two. */
  send(frame: Buffer): void {
    // One that closes says so in a moment; what it misses is replayed to its client.
    if (this.#socket.readyState === this.#socket.OPEN) this.#stream.write(frame)
  }

  isFull(): boolean {
    return this.#socket.bufferedAmount > FULL
  }

  async drained(): Promise<void> {
    const late = setTimeout(() => this.#socket.terminate(), PATIENCE)
    // It stands behind all that waits: when it has gone, so has that.
    await new Promise<void>((resolve) => this.#socket.ping(undefined, false, () => resolve()))
    clearTimeout(late)
  }

  /** Counts a message of the client; whether it was one too many within a second. */
  isFlooding(): boolean {
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
    setTimeout(() => socket.terminate(), GOODBYE).unref()
  }

  /** Counts a new socket's messages and forgets it when it closes. Call it before anything listens to the socket. */
  function add(socket: WebSocket, { socket: stream }: IncomingMessage): void {
    const entry = new OpenSocket(socket, stream)
    open.set(socket, entry)
    socket.on('message', () => {
      if (entry.isFlooding()) cut(socket, 1008, 'too many messages')
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => open.delete(socket))
  }

  /** Binds a socket to the person that its cookie names; its session's end is then its own. */
  function bind(socket: WebSocket, request: IncomingMessage, viewer: SignedIn | null): OpenSocket {
    // One that has closed already is in nobody's list any more.
    const entry = open.get(socket) ?? new OpenSocket(socket, request.socket)
    // Fastify's listener would keep the request and its reply, and has nothing to say that ours does not do.
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
      if (socket.bufferedAmount > MOST) socket.terminate()
      else if (viewer && viewer.expiresAt.getTime() <= now) cut(socket, 1008, 'session ended')
    }
  }, SWEEP)

  /** Tells every client, wave after wave, to come back elsewhere and ends what does not go by itself. */
  async function drain(): Promise<void> {
    const all = [...open.keys()]
    const closed = all.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    const wave = Math.max(WAVE, Math.ceil(all.length / MOST_WAVES))
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
