import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { messagesASecond } from '../core/limits.ts'
import type { FrameWriter } from '../live/stream.ts'

/** characters buffered for a slow client before its events wait in the queues of the streams */
const FULL_AT = 64 * 1024
/** how long they may wait, in milliseconds; then the socket is cut, and its client catches up by replay */
const DRAIN_TIMEOUT = 5_000
/** limit of the buffered characters; responses to calls are not queued elsewhere, so beyond it the socket is cut */
const MAX_BUFFERED = 1024 * 1024
/** length of 'PING', which hidden tabs send, too */
const SIGN_OF_LIFE = 4

/** Slow clients that this process has cut; a module variable, because there are thousands of sockets. */
let slowReaders = 0
export const slowReadersCut = (): number => slowReaders

export type Holder = { id: number; sessionId: number; expiresAt: Date }

/** A class, because thousands are open: they share methods, whereas each would need its own closures. */
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
    const timer = setTimeout(() => this.#cutSlowReader(), DRAIN_TIMEOUT)
    // The ping is queued behind everything that waits: once it is sent, the rest was sent, too.
    await new Promise<void>((resolve) => this.#socket.ping(undefined, false, () => resolve()))
    clearTimeout(timer)
  }

  limitBuffer(): void {
    if (this.#socket.bufferedAmount > MAX_BUFFERED) this.#cutSlowReader()
  }

  #cutSlowReader(): void {
    slowReaders++
    this.#socket.terminate()
  }

  countMessage(bytes: number): boolean {
    const now = performance.now()
    if (bytes > SIGN_OF_LIFE) this.usedAt = now
    const second = Math.floor(now / 1_000)
    if (second !== this.#second) this.#messages = 0
    this.#second = second
    return ++this.#messages > messagesASecond
  }
}
