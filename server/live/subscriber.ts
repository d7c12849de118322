import type { PlakEvent } from '../../shared/events.ts'
import type { Dispatcher } from './dispatch.ts'
import { readEvent, type EncodedEvent } from './encodedEvent.ts'
import type { LoggedEvent } from './eventLog.ts'

export type Delivery = { id: string } & ({ event: PlakEvent; people: readonly number[] } | { reset: true })

export type Source = Pick<Dispatcher, 'subscribers' | 'cursor' | 'last'> & {
  /** null if they are no longer known */
  missed: (
    after: string,
    topics: ReadonlySet<string>,
  ) => Promise<{ events: LoggedEvent[] | null; upTo: number }>
}

/** Can take an encoded event immediately, past the queue; returns false if it does not. */
export type DirectConsumer = { consume: (encoded: EncodedEvent) => boolean }

/**
 * A subscriber of the bus. It receives the events of its topics from its creation on. A class, because thousands exist at once:
 * they share methods, whereas each would need its own closures.
 */
export class Subscriber {
  /** the first to be offered an event, while the reader is idle */
  direct: DirectConsumer | null = null
  readonly #source: Source
  readonly #after: string | null
  readonly #signal: AbortSignal
  #topics: ReadonlySet<string> = new Set()
  #replayed: Delivery[] | null = null
  #seen: number
  readonly #queue: LoggedEvent[] = []
  #give: ((delivery: Delivery | null | Promise<never>) => void) | null = null
  #isReset = false

  constructor(source: Source, topics: Iterable<string>, after: string | null, signal: AbortSignal) {
    this.#source = source
    this.#after = after
    this.#signal = signal
    this.#seen = source.last()
    // Events are queued from now on, before anything is read, so that none is lost in between.
    if (!signal.aborted) this.setTopics(topics)
    signal.addEventListener('abort', this, { once: true })
  }

  setTopics(topics: Iterable<string>): void {
    const { subscribers } = this.#source
    const next = new Set(topics)
    for (const topic of this.#topics) if (!next.has(topic)) this.#leave(topic)
    for (const topic of next)
      (subscribers.get(topic) ?? subscribers.set(topic, new Set()).get(topic)!).add(this)
    this.#topics = next
  }

  #leave(topic: string) {
    const others = this.#source.subscribers.get(topic)
    others?.delete(this)
    if (others?.size === 0) this.#source.subscribers.delete(topic)
  }

  receive(event: LoggedEvent, encode: (event: LoggedEvent) => EncodedEvent): void {
    // Only while the reader is idle: an event must not overtake one that the reader is still processing.
    if (this.#give && this.direct?.consume(encode(event))) return
    this.#queue.push(event)
    this.#wakeReader()
  }

  /**
   * Discards everything delivered and queued, which belongs to an earlier epoch: the client must refetch, and the stream
   * continues from now.
   */
  reset(): void {
    this.#queue.length = 0
    if (this.#replayed) this.#replayed = []
    this.#seen = this.#source.last()
    this.#isReset = true
    this.#wakeReader()
  }

  /**
   * Reads the missed events, as `next` otherwise does. A separate call keeps only one promise in memory while a reader waits,
   * instead of a chain.
   */
  async replay(): Promise<void> {
    this.#replayed ??= await this.#readMissed()
  }

  /** Waits for the next delivery: first the missed events, then each event, none lost or doubled; null at the end. */
  next(): Promise<Delivery | null> {
    if (!this.#replayed) return this.replay().then(() => this.next())
    const delivery = this.#signal.aborted ? null : this.take()
    if (delivery || this.#signal.aborted) return Promise.resolve(delivery)
    return new Promise((resolve) => (this.#give = resolve))
  }

  take(): Delivery | null {
    const missed = this.#replayed?.shift()
    if (missed) return missed
    if (this.#isReset) {
      this.#isReset = false
      return { id: this.#source.cursor(this.#seen), reset: true }
    }
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      if (event.seq > this.#seen && this.#topics.has(event.topic)) return this.#deliver(event)
    }
    return null
  }

  #deliver(event: LoggedEvent): Delivery {
    return { id: this.#source.cursor(event.seq), event: readEvent(event), people: event.people }
  }

  async #readMissed(): Promise<Delivery[]> {
    if (this.#after === null) return []
    const { events, upTo } = await this.#source.missed(this.#after, this.#topics)
    this.#seen = upTo
    return events?.map((event) => this.#deliver(event)) ?? [{ id: this.#source.cursor(upTo), reset: true }]
  }

  close(): void {
    this.#signal.removeEventListener('abort', this)
    this.handleEvent()
  }

  handleEvent(): void {
    this.setTopics([])
    this.#wakeReader()
  }

  #wakeReader() {
    const give = this.#give
    if (!give) return
    let delivery: Delivery | null | Promise<never>
    try {
      delivery = this.#signal.aborted ? null : this.take()
    } catch (error) {
      // The failure concerns only this reader: the bus must go on with the others.
      delivery = Promise.reject(error as Error)
    }
    if (!delivery && !this.#signal.aborted) return
    this.#give = null
    give(delivery)
  }
}
