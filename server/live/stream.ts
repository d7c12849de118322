import { setTimeout as sleep } from 'node:timers/promises'
import { tracked, type TrackedEnvelope } from '@trpc/server'
import { jsonEncoder } from '@trpc/server/adapters/ws'
import { topics, type ControlEvent, type PlakEvent } from '../../shared/events.ts'
import { NOBODY, readBlockedAndMuted } from '../access/blockedAndMuted.ts'
import { maySee } from '../access/visibleTo.ts'
import type { Db } from '../lib/db.ts'
import type { Bus } from './bus.ts'
import type { EncodedEvent } from './encodedEvent.ts'
import { withoutHiddenMentions } from './mentions.ts'
import type { Delivery, DirectConsumer, Subscriber } from './subscriber.ts'

export type Message = PlakEvent | ControlEvent

export type EventTypeOf<Sent extends Message> = Exclude<Sent['type'], ControlEvent['type']>

type Subscription<Sent extends Message> = {
  /**
   * the subscriber; null for visitors. An event with an audience is checked for the viewer when it is sent; events of users with
   * a block between them and the viewer are not sent
   */
  viewer: { id: number } | null
  /** clock by which mutes expire; if given, events of users whom the viewer has muted are not sent, either */
  mutesBy?: () => Date
  after: string | null | undefined
  /**
   * returns the topics. Called once the position in the log is known, so that no event is lost in between, and again when the
   * viewer's rights may have changed. If it throws, the client gets the error and the stream ends
   */
  topics: () => Iterable<string> | Promise<Iterable<string>>
  /** events that are sent unchanged, identical for every subscriber */
  types: readonly EventTypeOf<Sent>[]
  /**
   * minimum time between two messages, in milliseconds, for events that only report a change; of the events in between only the
   * last is sent
   */
  pause?: number
  last?: EventTypeOf<Sent>
  /** returns null to send nothing; `setTopics` changes the topics */
  transform?: (
    event: PlakEvent,
    id: string,
    setTopics: (topics: Iterable<string>) => void,
  ) => Promise<Sent | null>
}

export type FrameWriter = {
  /** true for an event stream over HTTP: its messages have no request id, and it gets its position even if it resumes */
  isServerSent?: boolean
  send: (frame: Buffer) => void
  /** true if so much is buffered for the client that further events must wait in the stream's queue */
  isFull: () => boolean
  drained: () => Promise<void>
}

export type EventStream<Sent extends Message> = AsyncIterable<TrackedEnvelope<Sent>> & {
  attach: (writer: FrameWriter) => void
}

/**
 * Lets a client subscribe to topics; every subscription uses this. The stream sends a first position, replays the missed events,
 * then sends each event with its id, until the signal. An event is encoded once, for all subscribers: while a stream is idle, its
 * socket gets that frame directly, past tRPC's chain of promises, which would cost several times the sending itself.
 */
export const streamEvents = <Sent extends Message>(
  { db, bus }: { db: Db; bus: Bus },
  subscription: Subscription<Sent>,
  signal: AbortSignal,
): EventStream<Sent> => new BusStream(db, bus, subscription, signal)

/** A class, because thousands exist at once: they share methods, whereas each would need its own closures. */
class BusStream<Sent extends Message> implements EventStream<Sent>, DirectConsumer {
  readonly #db: Db
  readonly #bus: Bus
  readonly #subscription: Subscription<Sent>
  readonly #signal: AbortSignal
  #writer: FrameWriter | null = null
  #prefix: string | null = null
  #blockedAndMuted = NOBODY

  constructor(db: Db, bus: Bus, subscription: Subscription<Sent>, signal: AbortSignal) {
    this.#db = db
    this.#bus = bus
    this.#subscription = subscription
    this.#signal = signal
  }

  attach(writer: FrameWriter): void {
    this.#writer = writer
  }

  setRequestId(id: unknown): void {
    this.#prefix = `{"id":${JSON.stringify(id)}`
  }

  consume(encoded: EncodedEvent): boolean {
    if (!this.#canSend || !this.#isUnchanged(encoded.type) || this.#writer!.isFull()) return false
    if (encoded.hasMentions && this.#blockedAndMuted.blocked.size > 0) return false
    if (this.#isBlockedOrMuted(encoded.people)) return true
    this.#writer!.send(this.#prefix === null ? encoded.serverSent() : encoded.frameWithPrefix(this.#prefix))
    return true
  }

  get #canSend(): boolean {
    return this.#writer !== null && (this.#prefix !== null || this.#writer.isServerSent === true)
  }

  async *[Symbol.asyncIterator]() {
    const { after, last, pause } = this.#subscription
    const from = after ?? (await this.#bus.position())
    const topicsNow = await this.#readTopics()
    // A client without a position gets one, so that it loses nothing if the connection breaks before the first event.
    if (after === null || after === undefined || this.#writer?.isServerSent)
      yield this.#tracked(from, control<Sent>('live'))
    const subscriber = this.#bus.subscribe(topicsNow, from, this.#signal)
    subscriber.direct = this
    try {
      await subscriber.replay()
      for (let delivery = await subscriber.next(); delivery; delivery = await subscriber.next()) {
        if (pause !== undefined) delivery = await this.#lastOf(delivery, subscriber, pause)
        if (this.#signal.aborted) return
        const message = await this.#messageOf(delivery, subscriber)
        if (this.#writer?.isFull()) await this.#writer.drained()
        // Taken after the message was built, so that the whole pause lies between two sent messages.
        if (pause !== undefined) this.#sentAt = performance.now()
        if (message) yield this.#tracked(delivery.id, message)
        if (last && message?.type === last) return
        // Whatever causes a reset can also change the viewer's rights: the client knows of it, and the topics are checked again.
        if (message?.type === 'reset') subscriber.setTopics(await this.#readTopics())
      }
    } finally {
      subscriber.close()
    }
  }

  #sentAt = -Infinity
  /**
   * Waits until the pause after the last message is over; returns the last delivery that has arrived, or a reset if one is among
   * them.
   */
  async #lastOf(first: Delivery, subscriber: Subscriber, pause: number): Promise<Delivery> {
    const rest = this.#sentAt + pause - performance.now()
    if (rest > 0) await sleep(rest, undefined, { signal: this.#signal, ref: false }).catch(() => {})
    let [last, needsReset] = [first, isReset(first)]
    for (let next = subscriber.take(); next; next = subscriber.take()) {
      last = next
      needsReset ||= isReset(next)
    }
    return needsReset ? { id: last.id, reset: true } : last
  }

  /** Registers the message until the request id is known: the encoder looks it up there. */
  #tracked(id: string, message: Sent) {
    if (this.#writer && this.#prefix === null) withoutRequestId.set(message, this)
    return tracked(id, message)
  }

  async #readTopics(): Promise<string[]> {
    const { viewer, topics } = this.#subscription
    if (!viewer) return [...(await topics())]
    this.#blockedAndMuted = await readBlockedAndMuted(this.#db, viewer.id)
    return this.#withRelations(await topics())
  }

  #withRelations(names: Iterable<string>): string[] {
    const { viewer } = this.#subscription
    return viewer ? [...names, topics.relations(viewer.id)] : [...names]
  }

  #isBlockedOrMuted(people: readonly number[]): boolean {
    const { blocked, muted } = this.#blockedAndMuted
    if (blocked.size === 0 && muted.size === 0) return false
    // Mutes do not apply to the viewer's own actions, such as following somebody whom they have muted.
    const isOwn = people.includes(this.#subscription.viewer?.id ?? 0)
    const now = isOwn ? undefined : this.#subscription.mutesBy?.()
    return people.some((id) => blocked.has(id) || (now && (muted.get(id) ?? now) > now))
  }

  async #messageOf(delivery: Delivery, subscriber: Subscriber): Promise<Sent | null> {
    if (isReset(delivery)) return control<Sent>('reset')
    const { id } = delivery
    if (this.#isBlockedOrMuted(delivery.people)) return null
    const event = delivery.event.type === 'limited' ? await this.#judge(delivery.event) : delivery.event
    if (!event) return null
    const { viewer, transform } = this.#subscription
    if (this.#isUnchanged(event.type) || event.type === this.#subscription.last) {
      const isSame = !viewer || this.#blockedAndMuted.blocked.size === 0
      return (isSame ? event : await withoutHiddenMentions(this.#db, viewer.id, event)) as Sent
    }
    return transform
      ? await transform(event, id, (names) => subscriber.setTopics(this.#withRelations(names)))
      : null
  }

  async #judge({ owner, level, event, otherwise }: PlakEvent<'limited'>): Promise<PlakEvent | null> {
    const { viewer } = this.#subscription
    const isTheirs = await maySee(this.#db, viewer?.id ?? null, { ownerId: owner, level })
    return (isTheirs ? event : otherwise) as PlakEvent | null
  }

  #isUnchanged(type: Message['type']): boolean {
    return (this.#subscription.types as readonly Message['type'][]).includes(type)
  }
}

const isReset = (delivery: Delivery): delivery is Extract<Delivery, { reset: true }> =>
  'reset' in delivery || delivery.event.type === 'relations.changed'

// Every kind of subscription sends the control events; the compiler cannot know that of a type parameter.
const control = <Sent extends Message>(type: ControlEvent['type']) => ({ type }) as Sent

export const isEventStream = (value: unknown): value is EventStream<Message> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'attach' in value

const withoutRequestId = new WeakMap<object, BusStream<Message>>()

/** Wraps tRPC's encoder of messages: it also passes the client's request id to the stream. */
export const encoder: typeof jsonEncoder = {
  ...jsonEncoder,
  encode(message) {
    const { id, result } = message as { id?: unknown; result?: { data?: { data?: unknown } | null } }
    const data = result?.data?.data
    if (typeof data === 'object' && data !== null) withoutRequestId.get(data)?.setRequestId(id)
    return jsonEncoder.encode(message)
  },
}
