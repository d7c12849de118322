import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { FrameWriter } from '../live/stream.ts'

/** bytes buffered for a slow client before its events wait in the queue of its stream */
const FULL_AT = 64 * 1024
/** how long they may wait, in milliseconds; then the connection is cut, and its client catches up by replay */
const DRAIN_TIMEOUT = 5_000
/** limit of the buffered bytes; beyond it the connection is cut */
const MAX_BUFFERED = 1024 * 1024
/** how long the client may take to receive the rest, in milliseconds */
const CLOSE_TIMEOUT = 500
/** ticks, a second each, between two heartbeats; 25 seconds are promised */
const HEARTBEAT_EVERY = 20

const HEARTBEAT = Buffer.from(':\n\n')

/** Slow clients that this process has cut; a module variable, because there are thousands of streams. */
let slowReaders = 0
export const slowStreamsCut = (): number => slowReaders

/** The token by which a stream was opened. */
export type Holder = { tokenId: number; expiresAt: Date | null }

/**
 * An event stream that a client receives over HTTP. A class, because thousands are open: they share methods, whereas each would
 * need its own closures.
 */
export class OpenStream implements FrameWriter {
  readonly isServerSent = true
  subscriptions = 0
  readonly holder: Holder | null
  readonly #response: ServerResponse
  readonly #controller = new AbortController()
  #output: Writable | null = null
  #ticks = 0

  constructor(response: ServerResponse, holder: Holder | null) {
    this.#response = response
    this.holder = holder
    response.once('close', () => this.forget())
    if (response.destroyed) this.forget()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  onEnd(act: () => void): void {
    if (this.signal.aborted) act()
    else this.signal.addEventListener('abort', act, { once: true })
  }

  /** Ends the subscription only: its refusal is still to be sent. */
  forget(): void {
    this.#controller.abort()
  }

  /**
   * Sends the head. The body is not chunked, it ends with the connection: every client gets the same bytes, which go to the
   * connection directly.
   */
  start(headers: Record<string, string>): void {
    const response = this.#response
    response.useChunkedEncodingByDefault = false
    response.shouldKeepAlive = false
    response.writeHead(200, headers).flushHeaders()
    // A response to a pipelined request has no connection yet and buffers by itself.
    this.#output = response.socket ?? response
    // Idle streams must outlive the time limit of connections.
    response.socket?.setTimeout(0)
  }

  send(frame: Buffer): void {
    if (this.#output?.writable) this.#output.write(frame)
  }

  /** Call it every second. */
  tick(): void {
    if (++this.#ticks % HEARTBEAT_EVERY === 0) this.send(HEARTBEAT)
    if (this.#buffered > MAX_BUFFERED) this.#cutSlowReader()
  }

  isFull(): boolean {
    return this.#buffered > FULL_AT
  }

  async drained(): Promise<void> {
    const output = this.#output
    if (!output?.writableNeedDrain) return
    const timer = setTimeout(() => this.#cutSlowReader(), DRAIN_TIMEOUT)
    await new Promise<void>((resolve) => {
      output.once('drain', resolve)
      this.onEnd(resolve)
    })
    clearTimeout(timer)
  }

  end(): void {
    this.forget()
    if (!this.#output) return
    this.#response.end()
    setTimeout(() => this.#response.destroy(), CLOSE_TIMEOUT).unref()
  }

  get #buffered(): number {
    return this.#output?.writableLength ?? 0
  }

  #cutSlowReader(): void {
    slowReaders++
    this.#response.destroy()
  }
}
