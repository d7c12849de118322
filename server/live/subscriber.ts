import type { PlakEvent } from '../../shared/events.ts'
import { readEvent, type Telling } from './encodedEvent.ts'
import type { LoggedEvent } from './eventLog.ts'

/** What a listener is handed: an event with its id for the next `lastEventId`, or that the past is lost. */
export type Delivery = { id: string } & ({ event: PlakEvent } | { reset: true })

/** Who listens to which topic, in this process. */
export type Audience = Map<string, Set<Listener>>

/** What a listener needs of the bus. */
export type Source = {
  audience: Audience
  /** the id of an event by its number in the log */
  cursor: (seq: number) => string
  /** what came on some topics after a cursor up to where the process stands; null where that is no longer known */
  missed: (
    after: string,
    topics: ReadonlySet<string>,
  ) => Promise<{ events: LoggedEvent[] | null; upTo: number }>
  /** the number of the last event that the process has seen */
  last: () => number
}

/** Takes an event past the queue, or does not (false). */
export type Straight = { take: (telling: Telling) => boolean }

/**
 * One reader of the bus: hears the events of its topics from the moment at which it is made. A class, because thousands
 * live at once: what they can do is written once and not with each.
 */
export class Listener {
  /** asked first to take an event, whenever the reader has taken all that came before and waits */
  straight: Straight | null = null
  readonly #source: Source
  readonly #after: string | null
  readonly #signal: AbortSignal
  #topics: ReadonlySet<string> = new Set()
  #replayed: Delivery[] | null = null
  #seen: number
  readonly #queue: LoggedEvent[] = []
  #ring: (() => void) | null = null

  constructor(source: Source, topics: Iterable<string>, after: string | null, signal: AbortSignal) {
    this.#source = source
    this.#after = after
    this.#signal = signal
    this.#seen = source.last()
    // Listening begins here, before anything is asked for: what happens meanwhile waits in the queue.
    if (!signal.aborted) this.setTopics(topics)
    signal.addEventListener('abort', this, { once: true })
  }

  /** The topics may change while it listens. */
  setTopics(wished: Iterable<string>): void {
    const { audience } = this.#source
    const next = new Set(wished)
    for (const topic of this.#topics) if (!next.has(topic)) this.#leave(topic)
    for (const topic of next) (audience.get(topic) ?? audience.set(topic, new Set()).get(topic)!).add(this)
    this.#topics = next
  }

  #leave(topic: string) {
    const others = this.#source.audience.get(topic)
    others?.delete(this)
    if (others?.size === 0) this.#source.audience.delete(topic)
  }

  /** An event of one of its topics happened. */
  hear(event: LoggedEvent, tellingOf: (event: LoggedEvent) => Telling): void {
    // Only while the reader waits: what it still has in hand must not be overtaken.
    if (this.#ring && this.straight?.take(tellingOf(event))) return
    this.#queue.push(event)
    this.#wakeReader()
  }

  /** What comes next, waited for: first what was missed, then each event, nothing lost or doubled; null at the end. */
  async next(): Promise<Delivery | null> {
    this.#replayed ??= await this.#replay()
    const missed = this.#replayed.shift()
    if (missed) return this.#signal.aborted ? null : missed
    while (!this.#signal.aborted) {
      for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
        if (event.seq > this.#seen && this.#topics.has(event.topic)) return this.#deliver(event)
      }
      await new Promise<void>((resolve) => (this.#ring = resolve))
    }
    return null
  }

  #deliver(event: LoggedEvent): Delivery {
    return { id: this.#source.cursor(event.seq), event: readEvent(event) }
  }

  async #replay(): Promise<Delivery[]> {
    if (this.#after === null) return []
    const { events, upTo } = await this.#source.missed(this.#after, this.#topics)
    this.#seen = upTo
    return events?.map((event) => this.#deliver(event)) ?? [{ id: this.#source.cursor(upTo), reset: true }]
  }

  /** Ends the listening; so does its signal. */
  close(): void {
    this.#signal.removeEventListener('abort', this)
    this.handleEvent()
  }

  /** The signal was given. */
  handleEvent(): void {
    this.setTopics([])
    this.#wakeReader()
  }

  #wakeReader() {
    this.#ring?.()
    this.#ring = null
  }
}
