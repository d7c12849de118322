import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EventPayloads, EventType } from '../../shared/events.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { transaction, type Db, type Tx } from '../lib/db.ts'
import { HALF_RESTORED } from '../lib/migrate.ts'
import { kysely, run } from '../lib/sql.ts'

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

// This file does not use the typed SQL of lib/sql.ts: the numbers stay `bigint` from the read to the UPDATE.
type People = { userId: number | null; ownerId: number | null }
type EventRow = { id: bigint; topic: string; type: string; payload: string } & People
const peopleOf = ({ userId, ownerId }: People): number[] => [
  ...new Set([userId, ownerId].filter((id) => id !== null)),
]
const BATCH = 200
const WRITTEN_AT_ONCE = 1_000

/** Fills in a count that events of one type carry. */
type Counter<Payload> = {
  /** the id of the counted thing; null if this payload carries no such count */
  of: (payload: Payload) => number | null
  /** counts several things in one query; things that are missing from the result count 0 */
  count: (tx: Tx, ids: number[]) => Promise<Map<number, number>>
  put: (payload: Payload, count: number) => Payload
}
export type Counters = { [Type in EventType]?: readonly Counter<EventPayloads[Type]>[] }

/** Placeholder for a count that is taken when the event is numbered: JSON writes it as null. */
export const UNCOUNTED = NaN

/** Reads the state of the log. */
export async function readLogState(db: Db): Promise<LogState> {
  const [row] = await db.$queryRaw<{ epoch: string; head: bigint; pruned: bigint; pending: bigint }[]>`
    SELECT life AS epoch, head, pruned, EXISTS(SELECT 1 FROM Event WHERE seq IS NULL) AS pending FROM EventLog WHERE id = 1`
  if (!row) throw new Error('The event log has no state: were the migrations applied?')
  return {
    epoch: row.epoch,
    head: Number(row.head),
    pruned: Number(row.pruned),
    pending: Number(row.pending) === 1,
  }
}

/**
 * Starts a new epoch after a restore, because positions of the old one are invalid. The numbers continue after `head`, the last
 * one of the replaced log.
 */
export async function beginEpoch(db: Db, head: number): Promise<void> {
  const epoch = { life: randomBytes(8).toString('hex'), head: sql<number>`GREATEST(head, ${head})` }
  await run(db, kysely.updateTable('EventLog').set(epoch).where('id', '=', 1))
}

/** Returns how long the oldest event without a number has waited, in seconds; 0 if none waits. */
export async function oldestWaiting(db: Db, now: Date): Promise<number> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT MIN(createdAt) AS at FROM Event WHERE seq IS NULL`
  return row?.at ? Math.max(0, (now.getTime() - row.at.getTime()) / 1_000) : 0
}

/** True if a restore is running or was interrupted: until it completes, the data is not valid. */
export async function isHalfRestored(db: Db): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ${HALF_RESTORED}`
  return found.length > 0
}

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
      const [log] = await tx.$queryRaw<{ head: bigint }[]>`SELECT head FROM EventLog WHERE id = 1 FOR UPDATE`
      const rows = await tx.$queryRaw<EventRow[]>`
        SELECT id, topic, type, payload, userId, ownerId FROM Event WHERE seq IS NULL ORDER BY id LIMIT ${BATCH}`
      if (!log || rows.length === 0) return []
      const head = Number(log.head)
      const counted = await takeCounts(tx, rows, counters)
      const numbers = rows.map(({ id }, index) => Prisma.sql`WHEN ${id} THEN ${head + index + 1}`)
      const payloads = [...counted].map(([id, payload]) => Prisma.sql`WHEN ${id} THEN ${payload}`)
      await tx.$executeRaw`
        UPDATE Event SET seq = CASE id ${Prisma.join(numbers, ' ')} END
          ${payloads.length > 0 ? Prisma.sql`, payload = CASE id ${Prisma.join(payloads, ' ')} ELSE payload END` : Prisma.empty}
        WHERE id IN (${Prisma.join(rows.map(({ id }) => id))})`
      await tx.$executeRaw`UPDATE EventLog SET head = ${head + rows.length} WHERE id = 1`
      return rows.map(({ id, topic, type, payload, ...people }, index) => ({
        seq: head + index + 1,
        topic,
        type,
        payload: counted.get(id) ?? payload,
        people: peopleOf(people),
      }))
    },
    // Each statement sees everything committed before it: the rows are read after the lock was acquired.
    { isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
  )

const countersOf = (counters: Counters, type: string) =>
  (counters[type as EventType] ?? []) as readonly Counter<unknown>[]

// A limited event wraps another event, whose counts are taken as if it were not wrapped.
type Limited = { event: { type: string } }
const innerType = (payload: unknown) => (payload as Limited).event.type
const within = ({ of, count, put }: Counter<unknown>): Counter<unknown> => ({
  of: (payload) => of((payload as Limited).event),
  count,
  put: (payload, counted) => ({
    ...(payload as Limited),
    event: { ...(payload as Limited).event, ...(put((payload as Limited).event, counted) as object) },
  }),
})

/** Returns the payloads of the events that carry counts, with the counts filled in, by event id. One query per kind of count. */
async function takeCounts(
  tx: Tx,
  rows: readonly EventRow[],
  counters: Counters,
): Promise<Map<bigint, string>> {
  const payloads = new Map<bigint, unknown>()
  const wanted: { id: bigint; counter: Counter<unknown>; thing: number }[] = []
  for (const { id, type, payload: text } of rows) {
    const isLimited = type === 'limited'
    if (!isLimited && !counters[type as EventType]) continue
    const payload: unknown = JSON.parse(text)
    for (const counter of countersOf(counters, isLimited ? innerType(payload) : type)) {
      const used = isLimited ? within(counter) : counter
      const thing = used.of(payload)
      payloads.set(id, payload)
      if (thing !== null) wanted.push({ id, counter: used, thing })
    }
  }
  for (const count of new Set(wanted.map(({ counter }) => counter.count))) {
    const requested = wanted.filter(({ counter }) => counter.count === count)
    const counts = await count(tx, [...new Set(requested.map(({ thing }) => thing))])
    for (const { id, counter, thing } of requested)
      payloads.set(id, counter.put(payloads.get(id), counts.get(thing) ?? 0))
  }
  return new Map([...payloads].map(([id, payload]) => [id, JSON.stringify(payload)]))
}

/** Events from the log, with the log's state in the same snapshot: events missing up to `head` were deleted. */
export type ReadEvents = { events: LoggedEvent[]; head: number; pruned: number }

type LogRow = { head: bigint; pruned: bigint; seq: null }
type FoundRow = { seq: bigint; topic: string; type: string; payload: string } & People

/**
 * Reads the log's state and the events in one statement, so that both come from the same moment of one database server. The head
 * then shows if that server (a replica, a cluster node) lags behind the others.
 */
async function readSnapshot(db: Db, condition: Prisma.Sql, limit: number): Promise<ReadEvents> {
  const rows = await db.$queryRaw<(LogRow | FoundRow)[]>`
    SELECT head, pruned, NULL AS seq, NULL AS topic, NULL AS type, NULL AS payload, NULL AS userId, NULL AS ownerId
    FROM EventLog WHERE id = 1
    UNION ALL
    (SELECT NULL, NULL, seq, topic, type, payload, userId, ownerId FROM Event WHERE ${condition} ORDER BY seq LIMIT ${limit})`
  const log = rows.find((row) => row.seq === null)
  return {
    events: rows.flatMap((row) => {
      if (row.seq === null) return []
      const { seq, topic, type, payload } = row
      return [{ seq: Number(seq), topic, type, payload, people: peopleOf(row) }]
    }),
    head: Number(log?.head ?? 0),
    pruned: Number(log?.pruned ?? 0),
  }
}

/** Reads the events of all topics after one number up to another, in order, at most `limit`. */
export const readEvents = (db: Db, after: number, upTo: number, limit: number): Promise<ReadEvents> =>
  readSnapshot(db, Prisma.sql`seq > ${after} AND seq <= ${upTo}`, limit)

/** Reads the events of some topics in the same way. */
export async function readEventsOf(
  db: Db,
  topics: readonly string[],
  after: number,
  upTo: number,
  limit: number,
): Promise<ReadEvents> {
  // No event has the topic '', so the query then returns only the head.
  const some = topics.length === 0 ? [''] : [...topics]
  const condition = Prisma.sql`topic IN (${Prisma.join(some)}) AND seq > ${after} AND seq <= ${upTo}`
  return await readSnapshot(db, condition, limit)
}

/** Number of events that one DELETE removes, and the pause after it in milliseconds, in which waiting transactions can write. */
const PRUNED_AT_ONCE = 1_000
const BETWEEN_PRUNES = 50

/**
 * Deletes events older than `before`, oldest first, until the signal aborts; returns their number. A client that needs them later
 * gets a reset. `pruned` is updated before the events are deleted. They are deleted by key and in small batches: a delete with a
 * search would lock the place where every new event is inserted.
 */
export async function pruneEvents(db: Db, before: Date, signal?: AbortSignal): Promise<number> {
  for (let removed = 0; ; await sleep(BETWEEN_PRUNES)) {
    const oldest = await db.$queryRaw<{ id: bigint; seq: bigint; createdAt: Date }[]>`
      SELECT id, seq, createdAt FROM Event WHERE seq > 0 ORDER BY seq LIMIT ${PRUNED_AT_ONCE}`
    const firstYoung = oldest.findIndex(({ createdAt }) => createdAt >= before)
    const old = firstYoung === -1 ? oldest : oldest.slice(0, firstYoung)
    const last = old.at(-1)
    if (!last || signal?.aborted) return removed
    await db.$executeRaw`UPDATE EventLog SET pruned = GREATEST(pruned, ${last.seq}) WHERE id = 1`
    removed += await transaction(
      db,
      (tx) => tx.$executeRaw`DELETE FROM Event WHERE id IN (${Prisma.join(old.map(({ id }) => id))})`,
      { isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
    )
    if (old.length < PRUNED_AT_ONCE) return removed
  }
}

/** Writes events in the transaction of their change; they get their numbers after the commit. */
export async function writeEvents(
  tx: Tx,
  events: ({ topic: string; type: string; payload: string } & People)[],
): Promise<void> {
  const now = new Date()
  // Raw SQL: every change uses this, and Prisma's query compiler costs more than the insert.
  for (let at = 0; at < events.length; at += WRITTEN_AT_ONCE) {
    const rows = events.slice(at, at + WRITTEN_AT_ONCE)
    const values = rows.map(
      ({ topic, type, payload, userId, ownerId }) =>
        Prisma.sql`(${topic}, ${type}, ${payload}, ${userId}, ${ownerId}, ${now})`,
    )
    await tx.$executeRaw`INSERT INTO Event (topic, type, payload, userId, ownerId, createdAt) VALUES ${Prisma.join(values)}`
  }
}
