import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { PlakEvent } from '../../shared/events.ts'
import { batched } from '../lib/batch.ts'
import type { Db } from '../lib/db.ts'
import type { Redis } from '../lib/redis.ts'
import { makeEncoder, readEvent } from './encodedEvent.ts'
import {
  numberEvents,
  pruneEvents,
  readEvents,
  readEventsOf,
  readLogState,
  type Counters,
  type LoggedEvent,
} from './eventLog.ts'
import { makeMemory } from './memory.ts'
import { stillShown } from './shown.ts'
import { Subscriber, type Source, type SubscribersByTopic } from './subscriber.ts'

/** What the processes tell each other: newly numbered events, of one history. */
type Message = { epoch: string; events: LoggedEvent[] }

const TICK = 1_000
const PRUNE_EVERY = 60 * 60 * 1_000
const KEEP = 24 * 60 * 60 * 1_000
/** more missed events than this are not replayed: refetching is cheaper for everybody */
const REPLAY = 1_000
const PULL = 1_000
/** a database server that lags is asked again after so many milliseconds, and so often; after that once a tick */
const LAG_PAUSE = 50
const LAG_TRIES = 20

export type Bus = {
  /** Call it after events were committed: numbers and dispatches them. Never throws; the next tick does what failed. */
  wake(): void
  /** The cursor of this moment: nothing committed later is missing after it (what was committed just before may be too). */
  position(): Promise<string>
  /** Replays what came after a cursor (null: from now on), then streams, until the signal. Nothing is lost or doubled. */
  subscribe(topics: Iterable<string>, after: string | null, signal: AbortSignal): Subscriber
  /** Calls `observer` with every event of every topic, in order, in this process. */
  observe(observer: (topic: string, event: PlakEvent) => void): void
  /** the cursor of the last event that this process has seen */
  last(): string
  /** the number of subscribers in this process */
  subscriberCount(): number
  /** since the process began: events to which it gave a number, deliveries of events to subscribers, and resets */
  counts(): { numbered: number; delivered: number; resets: number }
  close(): Promise<void>
}

/**
 * Realtime between processes. The database's event log is the truth and gives the order; Redis makes it quick. Each
 * process reads every event once, in order, and dispatches it to its own subscribers. A message that Redis lost leaves
 * a gap in the numbers, which is read from the database; without Redis the tick does the same within a second.
 */
export async function makeBus({
  db,
  redis,
  prefix,
  log,
  counters = {},
}: {
  db: Db
  redis: Redis
  prefix: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** how the events that carry a count get it */
  counters?: Counters
}): Promise<Bus> {
  const channel = `${prefix}events`
  const { epoch, head } = await readLogState(db)
  let last = head
  const memory = makeMemory(head)
  const subscribers: SubscribersByTopic = new Map()
  const observers: ((topic: string, event: PlakEvent) => void)[] = []
  const cursor = (seq: number) => `${epoch}.${seq}`

  const counts = { numbered: 0, delivered: 0, resets: 0 }
  const encode = makeEncoder(cursor)

  function dispatch(event: LoggedEvent) {
    last = event.seq
    const read = readEvent(event)
    memory.remember(event, read)
    const theirs = subscribers.get(event.topic)
    if (theirs) {
      counts.delivered += theirs.size
      for (const subscriber of theirs) subscriber.receive(event, encode)
    }
    for (const observe of observers) observe(event.topic, read)
  }

  /**
   * Reads what this process has not seen yet, up to a number. What is missing up to the head of the same snapshot was
   * deleted; what lies beyond that head has not come to this database server yet (a node of a cluster that lags behind the
   * bell), and is asked for again.
   */
  async function pull(upTo: number): Promise<void> {
    while (last < upTo) {
      const { events, head } = await readEvents(db, last, upTo, PULL)
      events.forEach(dispatch)
      if (events.length === PULL) continue
      last = Math.max(last, Math.min(head, upTo))
      if (head < upTo) return awaitServer(upTo)
    }
    patience = 0
  }

  let patience = 0
  let wanted = head
  let asking: NodeJS.Timeout | undefined
  /** Asks a server that lags again and again for a second, then leaves it to the tick. Nobody waits for it in the queue. */
  function awaitServer(upTo: number) {
    wanted = Math.max(wanted, upTo)
    if (asking || ++patience > LAG_TRIES) return
    asking = setTimeout(() => {
      asking = undefined
      void inSequence(() => pull(wanted))
    }, LAG_PAUSE)
  }

  // Everything that moves `last` runs in this one queue, so that no two pulls overtake each other.
  let queue: Promise<void> = Promise.resolve()
  function inSequence(step: () => Promise<void>): Promise<void> {
    queue = queue.then(step).catch((error) => log.warn({ err: error }, 'live events are behind'))
    return queue
  }
  const receive = (events: LoggedEvent[]) =>
    inSequence(async () => {
      for (const event of events) {
        if (event.seq > last + 1) await pull(event.seq - 1)
        if (event.seq === last + 1) dispatch(event)
      }
    })

  let numbering: Promise<void> | null = null
  let again = false
  async function number() {
    try {
      do {
        again = false
        const events = await numberEvents(db, counters)
        if (events.length === 0) continue
        counts.numbered += events.length
        void receive(events)
        // Not awaited: a Redis that hangs must not delay the next numbers. The tick finds what it loses.
        if (redis.isReady) redis.publish(channel, JSON.stringify({ epoch, events })).catch(() => {})
        again = true
      } while (again)
    } catch (error) {
      log.warn({ err: error }, 'events wait for their number')
    } finally {
      // Here and not in a `then`: nothing may run between the last look at `again` and this.
      numbering = null
    }
  }
  function wake() {
    again = true
    numbering ??= number()
  }

  const stopListening = redis.listen(channel, (message) => {
    const told = JSON.parse(message) as Message
    // Another history has other numbers: what it says is not about this database.
    if (told.epoch === epoch) void receive(told.events)
  })

  let prunedAt = Date.now()
  async function catchUp() {
    const state = await readLogState(db)
    if (state.head > last) await inSequence(() => pull(state.head))
    if (state.pending) wake()
    memory.forgetUpTo(state.pruned)
    if (Date.now() - prunedAt > PRUNE_EVERY) {
      prunedAt = Date.now()
      await pruneEvents(db, new Date(Date.now() - KEEP))
    }
  }
  let ticking: Promise<void> = Promise.resolve()
  let busy = false
  const tick = setInterval(() => {
    if (busy) return
    busy = true
    ticking = catchUp()
      .catch((error) => log.warn({ err: error }, 'the event log cannot be read'))
      .finally(() => (busy = false))
  }, TICK)

  /** Many clients come back at once, and have missed the same: each thing is looked up once for all of them. */
  const show = batched(async (calls: LoggedEvent[][]) => {
    const events = new Map(calls.flat().map((event) => [event.seq, event]))
    const inOrder = [...events.values()].toSorted((one, other) => one.seq - other.seq)
    const shown = new Set((await stillShown(db, inOrder)).map(({ seq }) => seq))
    return calls.map((call) => call.filter(({ seq }) => shown.has(seq)))
  })

  /** What may be replayed of the events after a number up to another; null where they are no longer known. */
  async function replay(
    topics: ReadonlySet<string>,
    after: number,
    upTo: number,
  ): Promise<LoggedEvent[] | null> {
    if (after >= upTo) return []
    const missed = memory.missed(topics, after, upTo) ?? (await readMissed(topics, after, upTo))
    if (missed === null || missed.length > REPLAY) return null
    return missed.length === 0 ? [] : await show(missed)
  }

  async function readMissed(topics: ReadonlySet<string>, after: number, upTo: number) {
    for (let attempt = 1; ; attempt++) {
      const { events, head, pruned } = await readEventsOf(db, [...topics], after, upTo, REPLAY + 1)
      if (after < pruned) return null
      if (head >= upTo) return events
      // What the server does not have yet cannot be replayed: a client that is told so loses nothing.
      if (attempt === LAG_TRIES) return null
      await sleep(LAG_PAUSE)
    }
  }

  const source: Source = {
    subscribers,
    cursor,
    last: () => last,
    async missed(after, topics) {
      const [, itsEpoch, seq] = /^([0-9a-f]{1,32})\.(\d{1,15})$/.exec(after) ?? []
      // Another process may be ahead of this one: the client's cursor is then newer than what was seen here.
      if (itsEpoch === epoch && Number(seq) > last) await catchUp()
      const upTo = last
      const known = itsEpoch === epoch && Number(seq) <= upTo
      const events = known ? await replay(topics, Number(seq), upTo) : null
      if (events === null) counts.resets++
      return { events, upTo }
    },
  }

  return {
    wake,
    position: async () => cursor((await readLogState(db)).head),
    subscribe: (topics, after, signal) => new Subscriber(source, topics, after, signal),
    observe: (observer) => void observers.push(observer),
    last: () => cursor(last),
    counts: () => ({ ...counts }),
    subscriberCount: () => new Set([...subscribers.values()].flatMap((each) => [...each])).size,
    close: async () => {
      clearInterval(tick)
      stopListening()
      await Promise.allSettled([ticking, numbering, queue])
      clearTimeout(asking)
    },
  }
}
