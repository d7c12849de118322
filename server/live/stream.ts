import { tracked, type TrackedEnvelope } from '@trpc/server'
import { jsonEncoder } from '@trpc/server/adapters/ws'
import type { PlakEvent, Sign } from '../../shared/events.ts'
import type { Deps } from '../deps.ts'
import type { Bus } from './bus.ts'
import type { Telling } from './encodedEvent.ts'
import type { Delivery, Listener, Straight } from './subscriber.ts'

/** What one kind of subscription sends: some events, and the signs. */
type Told = PlakEvent | Sign

type EventOf<Tells extends Told> = Exclude<Tells['type'], Sign['type']>

/** What a subscription is about. */
type Watched<Tells extends Told> = {
  /** the id of the last event that the client has, or the `live` of a page; without one it begins now */
  after: string | null | undefined
  /** asked once the place in the log is known, so that nothing falls between the two; what it throws the client gets */
  topics: () => Iterable<string> | Promise<Iterable<string>>
  /** the events that are sent as they are, to everybody the same */
  types: readonly EventOf<Tells>[]
  /** one that is sent too, and ends the stream */
  last?: EventOf<Tells>
}

/** A subscription that looks at some events itself before they are sent. */
type Heeded<Tells extends Told> = {
  /** of an event that is not among `types`: what to send instead, or null for nothing; `listen` changes the topics */
  heed: (event: PlakEvent, id: string, listen: (topics: Iterable<string>) => void) => Promise<Tells | null>
}

/** A socket as far as a live stream needs it. */
export type Wire = {
  /** sends a whole WebSocket frame as it is */
  send: (frame: Buffer) => void
  /** whether so much waits for its reader that more must wait elsewhere: in the stream's queue, which all share */
  isFull: () => boolean
  /** until it is not full; the end of the socket ends the waiting, too */
  drained: () => Promise<void>
}

/** What a subscription procedure gives: the stream, which may be told the socket that it goes over. */
export type Live<Tells extends Told> = AsyncIterable<TrackedEnvelope<Tells>> & {
  over: (wire: Wire) => void
}

/**
 * The one way to let clients watch topics, until the signal: a place to begin, a replay of what was missed, then each
 * event with its id. An event is written once for all who watch it: while a stream has nothing else to do, its socket is
 * given that frame, past tRPC's machinery of promises, which would cost several times the sending itself.
 */
export const live = <Tells extends Told>(
  { bus }: Pick<Deps, 'bus'>,
  watched: Watched<Tells> & Partial<Heeded<Tells>>,
  signal: AbortSignal,
): Live<Tells> => new LiveStream(bus, watched, signal)

/** A class, because thousands live at once: what they can do is written once and not with each. */
class LiveStream<Tells extends Told> implements Live<Tells>, Straight {
  readonly #bus: Bus
  readonly #watched: Watched<Tells> & Partial<Heeded<Tells>>
  readonly #signal: AbortSignal
  #wire: Wire | null = null
  #front: string | null = null

  constructor(bus: Bus, watched: Watched<Tells> & Partial<Heeded<Tells>>, signal: AbortSignal) {
    this.#bus = bus
    this.#watched = watched
    this.#signal = signal
  }

  over(wire: Wire): void {
    this.#wire = wire
  }

  /** Its client knows the stream by a number. */
  isNumbered(number: unknown): void {
    this.#front = `{"id":${JSON.stringify(number)}`
  }

  take({ type, frameFor }: Telling): boolean {
    if (!this.#wire || this.#front === null || !this.#isPlain(type) || this.#wire.isFull()) return false
    this.#wire.send(frameFor(this.#front))
    return true
  }

  async *[Symbol.asyncIterator]() {
    const { after, topics, last } = this.#watched
    const named = after ?? null
    const from = named ?? (await this.#bus.position())
    const wished = await topics()
    // Who came without a place is given one, so that a connection cut before the first event loses nothing either.
    if (named === null) yield this.#first(from, sign<Tells>('live'))
    const listener = this.#bus.listen(wished, from, this.#signal)
    listener.straight = this
    try {
      for (let delivery = await listener.next(); delivery; delivery = await listener.next()) {
        const told = await this.#tell(delivery, listener)
        if (this.#wire?.isFull()) await this.#wire.drained()
        if (told) yield this.#first(delivery.id, told)
        if (last && told?.type === last) return
      }
    } finally {
      listener.close()
    }
  }

  /** Marks what is sent in the usual way: it shows the number under which the client knows this stream. */
  #first(id: string, told: Tells) {
    if (this.#wire && this.#front === null) unnumbered.set(told, this)
    return tracked(id, told)
  }

  async #tell(delivery: Delivery, listener: Listener): Promise<Tells | null> {
    if ('reset' in delivery) return sign<Tells>('reset')
    const { id, event } = delivery
    if (this.#isPlain(event.type) || event.type === this.#watched.last) return event as Tells
    const { heed } = this.#watched
    return heed ? await heed(event, id, (topics) => listener.setTopics(topics)) : null
  }

  #isPlain(type: Told['type']): boolean {
    return (this.#watched.types as readonly Told['type'][]).includes(type)
  }
}

// Every kind of subscription sends the signs; the compiler cannot know that of a type parameter.
const sign = <Tells extends Told>(type: Sign['type']) => ({ type }) as Tells

/** Whether a procedure answered with a live stream. */
export const isLive = (answer: unknown): answer is Live<Told> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer && 'over' in answer

const unnumbered = new WeakMap<object, LiveStream<Told>>()

/** How tRPC writes its messages: as ever. On the way it tells a stream the number that its client gave it. */
export const encoder: typeof jsonEncoder = {
  ...jsonEncoder,
  encode(message) {
    const { id, result } = message as { id?: unknown; result?: { data?: { data?: unknown } | null } }
    const told = result?.data?.data
    if (typeof told === 'object' && told !== null) unnumbered.get(told)?.isNumbered(id)
    return jsonEncoder.encode(message)
  },
}
