import { tracked, type TrackedEnvelope } from '@trpc/server'
import { jsonEncoder } from '@trpc/server/adapters/ws'
import type { PlakEvent, Sign } from '../shared/events.ts'
import type { Deps } from './deps.ts'
import type { Delivery } from './lib/bus.ts'
import type { Telling } from './lib/tellings.ts'

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
  send: (text: string) => void
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
 * given that text with nothing but its own number in front, past tRPC's machinery of promises, which would cost several
 * times the sending itself.
 */
export function live<Tells extends Told>(
  { bus }: Pick<Deps, 'bus'>,
  { after, topics, types, last, heed }: Watched<Tells> & Partial<Heeded<Tells>>,
  signal: AbortSignal,
): Live<Tells> {
  const plain: ReadonlySet<Told['type']> = new Set(types)
  let wire: Wire | null = null
  let front: string | null = null

  // Every kind of subscription sends the signs; the compiler cannot know that of a type parameter.
  const sign = (type: Sign['type']) => ({ type }) as Tells

  /** Marks what is sent in the usual way: it shows the number under which the client knows this stream. */
  function first(delivery: { id: string; told: Tells }) {
    if (wire && front === null) numbered.set(delivery.told, (number) => (front = `{"id":${JSON.stringify(number)}`))
    return tracked(delivery.id, delivery.told)
  }

  function sendStraight({ type, text }: Telling): boolean {
    if (!wire || front === null || !plain.has(type) || wire.isFull()) return false
    wire.send(front + text)
    return true
  }

  async function tell(delivery: Delivery, listen: (topics: Iterable<string>) => void): Promise<Tells | null> {
    if ('reset' in delivery) return sign('reset')
    const { id, event } = delivery
    if (plain.has(event.type) || event.type === last) return event as Tells
    return heed ? await heed(event, id, listen) : null
  }

  async function* stream() {
    const named = after ?? null
    const from = named ?? (await bus.position())
    const wished = await topics()
    // Who came without a place is given one, so that a connection cut before the first event loses nothing either.
    if (named === null) yield first({ id: from, told: sign('live') })
    const subscription = bus.subscribe(wished, from, signal)
    subscription.sendStraight(sendStraight)
    for await (const delivery of subscription) {
      const told = await tell(delivery, subscription.setTopics)
      if (wire?.isFull()) await wire.drained()
      if (told) yield first({ id: delivery.id, told })
      if (last && told?.type === last) return
    }
  }
  return { [Symbol.asyncIterator]: stream, over: (its) => void (wire = its) }
}

/** Whether a procedure answered with a live stream. */
export const isLive = (answer: unknown): answer is Live<Told> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer && 'over' in answer

type Numbered = (number: unknown) => void
const numbered = new WeakMap<object, Numbered>()

/** How tRPC writes its messages: as ever. On the way it tells a stream the number that its client gave it. */
export const encoder: typeof jsonEncoder = {
  ...jsonEncoder,
  encode(message) {
    const { id, result } = message as { id?: unknown; result?: { data?: { data?: unknown } | null } }
    const told = result?.data?.data
    if (typeof told === 'object' && told !== null) numbered.get(told)?.(id)
    return jsonEncoder.encode(message)
  },
}
