import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EventPayloads, EventType } from '../../shared/events.ts'
import { transaction, type Db, type Tx } from '../lib/db.ts'
import { HALF_RESTORED } from '../lib/migrate.ts'
import { insertRows, kysely, padded, rawQuery, rows, run, statement } from '../lib/sql.ts'

/** A numbered event. The payload stays the text from the database: it is parsed once. */
export type LoggedEvent = {
  seq: number
  topic: string
  type: string
  payload: string
  /** the user who caused it, and the owner of the thing; viewers with a block between them and one of these do not receive it */
  people: readonly number[]
}

/**
 * State of the log: its epoch (a restored or emptied log begins a new one), the last assigned number, the number up to which
 * events were deleted, and whether events wait for a number.
 */
export type LogState = { epoch: string; head: number; pruned: number; pending: boolean }

type People = { userId: number | null; ownerId: number | null }
type EventRow = { id: number; topic: string; type: string; payload: string } & People
const peopleOf = ({ userId, ownerId }: People): number[] => [
  ...new Set([userId, ownerId].filter((id) => id !== null)),
]
const BATCH = 200
const WRITTEN_AT_ONCE = 1_000

type Counter<Payload> = {
  of: (payload: Payload) => number | null
  /** things that are missing from the result count 0 */
  count: (tx: Tx, ids: number[]) => Promise<Map<number, number>>
  put: (payload: Payload, count: number) => Payload
}
export type Counters = { [Type in EventType]?: readonly Counter<EventPayloads[Type]>[] }

/** Placeholder for a count that is taken when the event is numbered: JSON writes it as null. */
export const UNCOUNTED = NaN

const stateOfLog = statement(() =>
  kysely
    .selectFrom('EventLog')
    .select(['life as epoch', 'head', 'pruned'])
    .select((eb) => eb.exists(eb.selectFrom('Event').select('id').where('seq', 'is', null)).as('pending'))
    .where('id', '=', 1),
)

export async function readLogState(db: Db): Promise<LogState> {
  const [state] = await stateOfLog(db, {})
  if (!state) throw new Error('The event log has no state: were the migrations applied?')
  return { ...state, pending: Boolean(state.pending) }
}

/**
 * Starts a new epoch after a restore, because positions of the old one are invalid. The numbers continue after `head`, the last
 * one of the replaced log.
 */
export async function beginEpoch(db: Db, head: number): Promise<void> {
  const epoch = { life: randomBytes(8).toString('hex'), head: sql<number>`GREATEST(head, ${head})` }
  await run(db, kysely.updateTable('EventLog').set(epoch).where('id', '=', 1))
}

/** In seconds; 0 if none waits. */
export async function oldestWaiting(db: Db, now: Date): Promise<number> {
  const { _min: oldest } = await db.event.aggregate({ where: { seq: null }, _min: { createdAt: true } })
  return oldest.createdAt ? Math.max(0, (now.getTime() - oldest.createdAt.getTime()) / 1_000) : 0
}

export async function isHalfRestored(db: Db): Promise<boolean> {
  const mark = sql`
    SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ${HALF_RESTORED}`
  return (await rows(db, rawQuery(mark))).length > 0
}

const lockedHead = statement(() =>
  kysely.selectFrom('EventLog').select('head').where('id', '=', 1).forUpdate(),
)
const withoutNumber = statement(() =>
  kysely
    .selectFrom('Event')
    .select(['id', 'topic', 'type', 'payload', 'userId', 'ownerId'])
    .where('seq', 'is', null)
    .orderBy('id')
    .limit(BATCH),
)

/**
 * Numbers committed events, without gaps, in the order in which they were written.
 * The lock on the log's single row lets one process number at a time, and a number becomes visible only together with all lower
 * ones. So `seq > last` is a cursor that loses nothing, unlike an auto-increment id (transactions commit out of order). Two
 * events of one row keep their order, because the second is written under the lock that the first held until its commit.
 * The counts are taken here, too. Each count includes every change whose event has a number by then, so the last event of a thing
 * always carries the exact count, and fifty concurrent likes cost one query.
 */
export const numberEvents = (db: Db, counters: Counters): Promise<LoggedEvent[]> =>
  transaction(
    db,
    async (tx) => {
      const [log] = await lockedHead(tx, {})
      const events = await withoutNumber(tx, {})
      if (!log || events.length === 0) return []
      const { head } = log
      const payloadsWithCounts = await takeCounts(tx, events, counters)
      const ids = events.map(({ id }) => id)
      const numbers = ids.map((id, index) => sql`WHEN ${id} THEN ${head + index + 1}`)
      const payloads = [...payloadsWithCounts].map(([id, text]) => sql`WHEN ${id} THEN ${text}`)
      const seq = { seq: sql<number>`CASE id ${sql.join(numbers, sql` `)} END` }
      const payload = { payload: sql<string>`CASE id ${sql.join(payloads, sql` `)} ELSE payload END` }
      const update = kysely.updateTable('Event').where('id', 'in', ids)
      await run(tx, update.set(payloads.length > 0 ? { ...seq, ...payload } : seq))
      const newHead = { head: head + events.length }
      await run(tx, kysely.updateTable('EventLog').set(newHead).where('id', '=', 1))
      return events.map(({ id, topic, type, ...event }, index) => ({
        seq: head + index + 1,
        topic,
        type,
        payload: payloadsWithCounts.get(id) ?? event.payload,
        people: peopleOf(event),
      }))
    },
    // Each statement sees everything committed before it: the rows are read after the lock was acquired.
    { isolationLevel: 'ReadCommitted' },
  )

const countersOf = (counters: Counters, type: string) =>
  (counters[type as EventType] ?? []) as readonly Counter<unknown>[]

// A limited event wraps another event, whose counts are taken as if it were not wrapped.
type Limited = { event: { type: string } }
const innerType = (payload: unknown) => (payload as Limited).event.type
const limitedCounter = ({ of, count, put }: Counter<unknown>): Counter<unknown> => ({
  of: (payload) => of((payload as Limited).event),
  count,
  put: (payload, total) => ({
    ...(payload as Limited),
    event: { ...(payload as Limited).event, ...(put((payload as Limited).event, total) as object) },
  }),
})

/** Runs one query per kind of count. The result is by event id. */
async function takeCounts(
  tx: Tx,
  events: readonly EventRow[],
  counters: Counters,
): Promise<Map<number, string>> {
  const payloads = new Map<number, unknown>()
  const requests: { id: number; counter: Counter<unknown>; thing: number }[] = []
  for (const { id, type, payload: text } of events) {
    const isLimited = type === 'limited'
    if (!isLimited && !counters[type as EventType]) continue
    const payload: unknown = JSON.parse(text)
    for (const each of countersOf(counters, isLimited ? innerType(payload) : type)) {
      const counter = isLimited ? limitedCounter(each) : each
      const thing = counter.of(payload)
      payloads.set(id, payload)
      if (thing !== null) requests.push({ id, counter, thing })
    }
  }
  for (const count of new Set(requests.map(({ counter }) => counter.count))) {
    const group = requests.filter(({ counter }) => counter.count === count)
    const counts = await count(tx, [...new Set(group.map(({ thing }) => thing))])
    for (const { id, counter, thing } of group)
      payloads.set(id, counter.put(payloads.get(id), counts.get(thing) ?? 0))
  }
  return new Map([...payloads].map(([id, payload]) => [id, JSON.stringify(payload)]))
}

export type Range = { after: number; upTo: number }

/** Events from the log, with the log's state in the same snapshot: events missing up to `head` were deleted. */
type Snapshot = { events: LoggedEvent[]; head: number; pruned: number }

type StateRow = { head: number; pruned: number; seq: null }
type NumberedRow = { seq: number; topic: string; type: string; payload: string } & People

// One statement, so that both come from the same moment of one database server. The head then shows if that server (a replica, a
// cluster node) lags behind the others.
const snapshot = statement(
  ({ topics, after, upTo, limit }: Range & { topics: string[] | null; limit: number }) =>
    rawQuery(sql<StateRow | NumberedRow>`
      SELECT head, pruned, NULL AS seq, NULL AS topic, NULL AS type, NULL AS payload, NULL AS userId, NULL AS ownerId
      FROM EventLog WHERE id = 1
      UNION ALL
      (SELECT NULL, NULL, seq, topic, type, payload, userId, ownerId FROM Event
        WHERE ${topics ? sql`topic IN (${sql.join(topics)}) AND` : sql``} seq > ${after} AND seq <= ${upTo}
        ORDER BY seq LIMIT ${limit})`),
)

export async function readEvents(
  db: Db,
  { topics, ...range }: Range & { topics?: readonly string[]; limit: number },
): Promise<Snapshot> {
  // No event has the topic ''.
  const snapshotRows = await snapshot(db, { ...range, topics: topics ? padded(topics, '') : null })
  const log = snapshotRows.find((row) => row.seq === null)
  return {
    events: snapshotRows.flatMap((row) => {
      if (row.seq === null) return []
      const { seq, topic, type, payload } = row
      return [{ seq, topic, type, payload, people: peopleOf(row) }]
    }),
    head: log?.head ?? 0,
    pruned: log?.pruned ?? 0,
  }
}

/** Number of events that one DELETE removes, and the pause after it in milliseconds, in which waiting transactions can write. */
const PRUNED_AT_ONCE = 1_000
const BETWEEN_PRUNES = 50

/**
 * Deletes events older than `cutoff`, oldest first, until the signal aborts; returns their number. A client that needs them later
 * gets a reset. `pruned` is updated before the events are deleted. They are deleted by key and in small batches: a delete with a
 * search would lock the place where every new event is inserted.
 */
export async function pruneEvents(db: Db, cutoff: Date, signal?: AbortSignal): Promise<number> {
  for (let total = 0; ; await sleep(BETWEEN_PRUNES)) {
    const numbered = kysely.selectFrom('Event').select(['id', 'seq', 'createdAt']).where('seq', '>', 0)
    const oldest = await rows(db, numbered.orderBy('seq').limit(PRUNED_AT_ONCE))
    const firstYoung = oldest.findIndex(({ createdAt }) => createdAt >= cutoff)
    const old = firstYoung === -1 ? oldest : oldest.slice(0, firstYoung)
    const last = old.at(-1)
    if (!last || signal?.aborted) return total
    const pruned = last.seq!
    await db.eventLog.updateMany({ where: { pruned: { lt: pruned } }, data: { pruned } })
    total += await transaction(db, (tx) => deleteEvents(tx, old), { isolationLevel: 'ReadCommitted' })
    if (old.length < PRUNED_AT_ONCE) return total
  }
}

export async function deleteEvents(tx: Tx, events: readonly { id: number }[]): Promise<number> {
  const ids = events.map(({ id }) => id)
  return ids.length === 0 ? 0 : await run(tx, kysely.deleteFrom('Event').where('id', 'in', ids))
}

export async function writeEvents(
  tx: Tx,
  events: ({ topic: string; type: string; payload: string } & People)[],
): Promise<void> {
  const createdAt = new Date()
  for (let at = 0; at < events.length; at += WRITTEN_AT_ONCE) {
    const batch = events.slice(at, at + WRITTEN_AT_ONCE).map((event) => ({ ...event, createdAt }))
    await insertRows(tx, 'Event', batch)
  }
}
