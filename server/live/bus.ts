import type { FastifyBaseLogger } from 'fastify'
import type { PlakEvent } from '../../shared/events.ts'
import type { Db } from '../lib/db.ts'
import type { Redis } from '../lib/redis.ts'
import { makeDeliveryWatch } from './deliveryWatch.ts'
import { makeEncoder, readEvent } from './encodedEvent.ts'
import {
  isHalfRestored,
  numberEvents,
  readEvents,
  readLogState,
  type Counters,
  type LoggedEvent,
  type LogState,
} from './eventLog.ts'
import { makeMemory } from './memory.ts'
import { LAG_PAUSE, LAG_TRIES, makeReplay } from './replay.ts'
import { Subscriber, type Source, type SubscribersByTopic } from './subscriber.ts'

/** Message between processes: newly numbered events of one epoch. */
type Message = { epoch: string; events: LoggedEvent[] }

const TICK = 1_000
const PULL = 1_000

export type Bus = {
  /** Numbers and dispatches events; call it after they were committed. Never throws: the next tick repeats what failed. */
  wake(): void
  /** Returns the current cursor: it precedes every event committed later (and possibly some committed just before). */
  position(): Promise<string>
  /** Replays the events after a cursor (null: from now on), then streams, until the signal. No event is lost or sent twice. */
  subscribe(topics: Iterable<string>, after: string | null, signal: AbortSignal): Subscriber
  /** Calls `observer` with every event of every topic, in order, in this process. */
  observe(observer: (topic: string, event: PlakEvent) => void): void
  /** Calls `observer` when the database was restored from a backup: ids known to this process can now belong to other things. */
  onNewEpoch(observer: () => void): void
  /** returns the cursor of the last event that this process has seen */
  last(): string
  /** returns when this process last had every event of the database, in milliseconds of `performance.now()` */
  readAt(): number
  /** returns the number of subscribers in this process */
  subscriberCount(): number
  /** counts since the process started: events that it numbered, deliveries of events to subscribers, and resets */
  counts(): { numbered: number; delivered: number; resets: number }
  close(): Promise<void>
}

/**
 * Creates the realtime bus between processes. The event log in the database is authoritative and defines the order; Redis makes
 * delivery fast. Each process reads every event once, in order, and dispatches it to its own subscribers. A message that Redis
 * loses leaves a gap in the numbers, which is filled from the database; without Redis the tick does the same within a second.
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
  /** counters of the events that carry a count */
  counters?: Counters
}): Promise<Bus> {
  const channel = `${prefix}events`
  let { epoch, head: last } = await readLogState(db)
  let memory = makeMemory(last)
  const subscribers: SubscribersByTopic = new Map()
  const observers: ((topic: string, event: PlakEvent) => void)[] = []
  const epochObservers: (() => void)[] = []
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
   * Reads the events that this process has not seen yet, up to a number. Numbers missing up to the head of the same snapshot were
   * deleted. Numbers beyond that head have not reached this database server yet (a cluster node that lags behind the message) and
   * are read again later.
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
  let wanted = last
  let asking: NodeJS.Timeout | undefined
  /** Reads again from a lagging server for a second, then leaves it to the tick. Nothing in the queue waits for it. */
  function awaitServer(upTo: number) {
    wanted = Math.max(wanted, upTo)
    if (asking || ++patience > LAG_TRIES) return
    asking = setTimeout(() => {
      asking = undefined
      void inSequence(() => pull(wanted))
    }, LAG_PAUSE)
  }

  // Everything that moves `last` runs in this one queue, so that no pull overtakes another.
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
        // Not awaited: a Redis that hangs must not delay the next numbers. The tick finds events whose message was lost.
        if (redis.isReady) redis.publish(channel, JSON.stringify({ epoch, events })).catch(() => {})
        again = true
      } while (again)
    } catch (error) {
      log.warn({ err: error }, 'events wait for their number')
    } finally {
      // In `finally` and not in a `then`: nothing may run between the last check of `again` and this.
      numbering = null
    }
  }
  function wake() {
    again = true
    numbering ??= number()
  }

  const deliveryWatch = makeDeliveryWatch(last, { isReady: () => redis.isReady, log })
  const stopListening = redis.listen(channel, (message) => {
    const received = JSON.parse(message) as Message
    // Another epoch has other numbers: its message is about another database state.
    if (received.epoch !== epoch) return
    deliveryWatch.received(received.events.at(-1)?.seq ?? 0)
    void receive(received.events)
  })

  /**
   * Resets this process after the database was restored from a backup: everything that it and its subscribers know is invalid.
   */
  function beginAnew({ epoch: now, head }: LogState) {
    if (now === epoch) return
    log.warn({ before: epoch, now }, 'a backup was restored while this process ran: restart it')
    epoch = now
    last = head
    wanted = head
    deliveryWatch.restart(head)
    memory = makeMemory(head)
    const all = new Set([...subscribers.values()].flatMap((each) => [...each]))
    for (const subscriber of all) subscriber.reset()
    counts.resets += all.size
    for (const observe of epochObservers) observe()
  }

  let readAt = performance.now()
  async function catchUp() {
    const state = await readLogState(db)
    if (state.epoch !== epoch) {
      if (await isHalfRestored(db)) return
      await inSequence(async () => beginAnew(state))
    }
    deliveryWatch.check(state.head)
    if (state.head > last) await inSequence(() => pull(state.head))
    if (state.pending) wake()
    memory.forgetUpTo(state.pruned)
    if (last >= state.head) readAt = performance.now()
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

  const replay = makeReplay(db, (...range) => memory.missed(...range))
  const source: Source = {
    subscribers,
    cursor,
    last: () => last,
    async missed(after, topics) {
      const [, itsEpoch, seq] = /^([0-9a-f]{1,32})\.(\d{1,15})$/.exec(after) ?? []
      // Another process can be ahead: the client's cursor is then newer than the last event seen here.
      if (itsEpoch === epoch && Number(seq) > last) await catchUp()
      const [upTo, ours] = [last, epoch]
      const known = itsEpoch === ours && Number(seq) <= upTo
      const replayed = known ? await replay(topics, Number(seq), upTo) : null
      const events = ours === epoch ? replayed : null
      if (events === null) counts.resets++
      return { events, upTo: ours === epoch ? upTo : last }
    },
  }

  return {
    wake,
    position: async () => {
      const state = await readLogState(db)
      return `${state.epoch}.${state.head}`
    },
    subscribe: (topics, after, signal) => new Subscriber(source, topics, after, signal),
    observe: (observer) => void observers.push(observer),
    onNewEpoch: (observer) => void epochObservers.push(observer),
    last: () => cursor(last),
    counts: () => ({ ...counts }),
    readAt: () => readAt,
    subscriberCount: () => new Set([...subscribers.values()].flatMap((each) => [...each])).size,
    close: async () => {
      clearInterval(tick)
      stopListening()
      await Promise.allSettled([ticking, numbering, queue])
      clearTimeout(asking)
    },
  }
}
