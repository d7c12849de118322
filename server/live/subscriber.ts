import type { PlakEvent } from '../../shared/events.ts'
import { readEvent, type EncodedEvent } from './encodedEvent.ts'
import type { LoggedEvent } from './eventLog.ts'

/** What a subscriber receives: an event with its id for the next `lastEventId`, or a reset, when the past is lost. */
export type Delivery = { id: string } & ({ event: PlakEvent; people: readonly number[] } | { reset: true })

/** The subscribers of this process by topic. */
export type SubscribersByTopic = Map<string, Set<Subscriber>>

/** What a subscriber needs of the bus. */
export type Source = {
  subscribers: SubscribersByTopic
  /** the id of an event by its number in the log */
  cursor: (seq: number) => string
  /** the events of some topics from a cursor up to the position of this process; null where they are no longer known */
  missed: (
    after: string,
    topics: ReadonlySet<string>,
  ) => Promise<{ events: LoggedEvent[] | null; upTo: number }>
  /** the number of the last event that the process has seen */
  last: () => number
}

/** May take an encoded event at once, past the queue; false when it does not. */
export type DirectConsumer = { consume: (encoded: EncodedEvent) => boolean }

/**
 * One subscriber of the bus: receives the events of its topics from the moment at which it is made. A class, because
 * thousands live at once: methods are shared where closures would be made for each.
 */
export class Subscriber {
  /** asked first to consume an event, while the reader is idle */
  direct: DirectConsumer | null = null
  readonly #source: Source
  readonly #after: string | null
  readonly #signal: AbortSignal
  #topics: ReadonlySet<string> = new Set()
  #replayed: Delivery[] | null = null
  #seen: number
  readonly #queue: LoggedEvent[] = []
  /** answers the reader that waits */
  #give: ((delivery: Delivery | null | Promise<never>) => void) | null = null
  #isReset = false

  constructor(source: Source, topics: Iterable<string>, after: string | null, signal: AbortSignal) {
    this.#source = source
    this.#after = after
    this.#signal = signal
    this.#seen = source.last()
    // Events are queued from here on, before anything is read, so that none is lost in between.
    if (!signal.aborted) this.setTopics(topics)
    signal.addEventListener('abort', this, { once: true })
  }

  /** Replaces the topics while it receives. */
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

  /** Receives an event of one of its topics. */
  receive(event: LoggedEvent, encode: (event: LoggedEvent) => EncodedEvent): void {
    // Only while the reader is idle: an event must not overtake what the reader still has in hand.
    if (this.#give && this.direct?.consume(encode(event))) return
    this.#queue.push(event)
    this.#wakeReader()
  }

  /** Everything delivered and queued belongs to an earlier epoch: the client has to refetch, and the stream goes on from now. */
  reset(): void {
    this.#queue.length = 0
    if (this.#replayed) this.#replayed = []
    this.#seen = this.#source.last()
    this.#isReset = true
    this.#wakeReader()
  }

  /**
   * Reads what was missed, as `next` does where it was not done before: a reader that waits then keeps one promise in memory and
   * not a chain of them.
   */
  async replay(): Promise<void> {
    this.#replayed ??= await this.#readMissed()
  }

  /** Waits for the next delivery: first what was missed, then each event, none lost or doubled; null at the end. */
  next(): Promise<Delivery | null> {
    if (!this.#replayed) return this.replay().then(() => this.next())
    const delivery = this.#signal.aborted ? null : this.take()
    if (delivery || this.#signal.aborted) return Promise.resolve(delivery)
    return new Promise((resolve) => (this.#give = resolve))
  }

  /** The next delivery if there is one already. */
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

  /** Ends the subscription, as its signal does. */
  close(): void {
    this.#signal.removeEventListener('abort', this)
    this.handleEvent()
  }

  /** The signal was aborted. */
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
      // Its reader's failure alone: the bus has the others to tell.
      delivery = Promise.reject(error as Error)
    }
    if (!delivery && !this.#signal.aborted) return
    this.#give = null
    give(delivery)
  }
}
