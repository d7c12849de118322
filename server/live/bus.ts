import type { FastifyBaseLogger } from 'fastify'
import type { PlakEvent } from '../../shared/events.ts'
import type { Db } from '../lib/db.ts'
import type { Redis } from '../lib/redis.ts'
import { makeTellings, readEvent } from './encodedEvent.ts'
import {
  numberEvents,
  pruneEvents,
  readEvents,
  readEventsOf,
  readLogState,
  type Counters,
  type LoggedEvent,
} from './eventLog.ts'
import { Listener, type Audience, type Source } from './subscriber.ts'

const TICK = 1_000
const PRUNE_EVERY = 60 * 60 * 1_000
const KEEP = 24 * 60 * 60 * 1_000
/** events that a process keeps in memory, so that a crowd coming back after a restart costs no query */
const MEMORY = 5_000
/** more than this is not replayed: fetching anew is cheaper for everybody */
const REPLAY = 1_000
const PULL = 1_000

export type Bus = {
  /** Says that events were committed: they are numbered and sent on. Never throws; what fails is done by the next tick. */
  wake(): void
  /** The cursor of this moment: nothing committed later is missing after it (what was committed just before may follow too). */
  position(): Promise<string>
  /** Replays what came after a cursor (null: from now on), then streams, until the signal. Nothing is lost or doubled. */
  listen(topics: Iterable<string>, after: string | null, signal: AbortSignal): Listener
  /** Hears every event of every topic, in order, in this process. */
  observe(hear: (topic: string, event: PlakEvent) => void): void
  /** the cursor of the last event that this process has seen */
  last(): string
  /** how many listen in this process */
  listeners(): number
  close(): Promise<void>
}

/**
 * Realtime between processes. The database's event log is the truth and gives the order; Redis is the bell that makes
 * it quick. Each process sees every event once, in order, and hands it to its own listeners. A message that Redis
 * lost leaves a gap in the numbers, which is read from the database; with Redis away the tick does it within a second.
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
  const { life, head } = await readLogState(db)
  let last = head
  let prunedInMemory = head
  const memory: LoggedEvent[] = []
  const audience: Audience = new Map()
  const observers: ((topic: string, event: PlakEvent) => void)[] = []
  const cursor = (seq: number) => `${life}.${seq}`

  const tellingOf = makeTellings(cursor)

  function hand(event: LoggedEvent) {
    last = event.seq
    memory.push(event)
    // Trimmed now and then in one go: shifting a long array at each event is not free.
    if (memory.length >= 2 * MEMORY) {
      memory.splice(0, memory.length - MEMORY)
      prunedInMemory = memory[0]!.seq - 1
    }
    for (const listener of audience.get(event.topic) ?? []) listener.hear(event, tellingOf)
    if (observers.length > 0) for (const observe of observers) observe(event.topic, readEvent(event))
  }

  /** Reads what this process has not seen yet, up to a head that was read before the rows: deleted rows leave holes. */
  async function pull(upTo: number) {
    while (last < upTo) {
      const rows = await readEvents(db, last, upTo, PULL)
      for (const row of rows) if (row.seq > last) hand(row)
      if (rows.length < PULL) last = Math.max(last, upTo)
    }
  }

  // Everything that moves `last` runs in this one line, so that no two pulls overtake each other.
  let line: Promise<void> = Promise.resolve()
  function inLine(step: () => Promise<void>): Promise<void> {
    line = line.then(step).catch((error) => log.warn({ err: error }, 'live events are behind'))
    return line
  }
  const receive = (events: LoggedEvent[]) =>
    inLine(async () => {
      for (const event of events) {
        if (event.seq > last + 1) await pull(event.seq - 1)
        if (event.seq === last + 1) hand(event)
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
        void receive(events)
        // Not waited for: a Redis that hangs must not hold up the next numbers. What it loses, the tick finds.
        if (redis.isReady) redis.publish(channel, JSON.stringify(events)).catch(() => {})
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

  const listener = redis.duplicate()
  // The other connection already tells of Redis being away; this one comes back by itself and subscribes anew.
  listener.on('error', () => {})
  void listener
    .connect()
    .then(() => listener.subscribe(channel, (message) => void receive(JSON.parse(message) as LoggedEvent[])))
    .catch((error) => log.warn({ err: error }, 'live events come by the tick alone'))

  let prunedAt = Date.now()
  async function catchUp() {
    const state = await readLogState(db)
    if (state.head > last) await inLine(() => pull(state.head))
    if (state.pending) wake()
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

  /** What came after a number up to where this process stands, or null where that is no longer known. */
  async function replay(
    topics: ReadonlySet<string>,
    after: number,
    upTo: number,
  ): Promise<LoggedEvent[] | null> {
    if (after >= upTo) return []
    if (after >= prunedInMemory) {
      const missed = memory.filter(({ seq, topic }) => seq > after && seq <= upTo && topics.has(topic))
      return missed.length > REPLAY ? null : missed
    }
    const missed = await readEventsOf(db, [...topics], after, upTo, REPLAY + 1)
    const { pruned } = await readLogState(db)
    return missed.length > REPLAY || after < pruned ? null : missed
  }

  const source: Source = {
    audience,
    cursor,
    last: () => last,
    async missed(after, topics) {
      const [, itsLife, seq] = /^([0-9a-f]{1,32})\.(\d{1,15})$/.exec(after) ?? []
      // Another process may be ahead of this one: the client's cursor is then newer than what was seen here.
      if (itsLife === life && Number(seq) > last) await catchUp()
      const upTo = last
      const known = itsLife === life && Number(seq) <= upTo
      return { events: known ? await replay(topics, Number(seq), upTo) : null, upTo }
    },
  }

  return {
    wake,
    position: async () => cursor((await readLogState(db)).head),
    listen: (topics, after, signal) => new Listener(source, topics, after, signal),
    observe: (hear) => void observers.push(hear),
    last: () => cursor(last),
    listeners: () => new Set([...audience.values()].flatMap((listeners) => [...listeners])).size,
    close: async () => {
      clearInterval(tick)
      await Promise.allSettled([ticking, numbering, line])
      listener.destroy()
    },
  }
}
