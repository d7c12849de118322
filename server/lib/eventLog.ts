import { Prisma } from '../generated/prisma/client.ts'
import { transaction, type Db, type Tx } from './db.ts'

/** A numbered event as every process sees it. The payload stays the text that the database holds: it is read once. */
export type LoggedEvent = { seq: number; topic: string; type: string; payload: string }

/** Where the log stands: which history it is, the last number given, and up to which number events are gone. */
export type LogState = { life: string; head: number; pruned: number; pending: boolean }

type EventRow = { id: bigint; seq: bigint | null; topic: string; type: string; payload: string }
const BATCH = 200

/** Reads where the log stands, and whether committed events still wait for their number. */
export async function readLogState(db: Db): Promise<LogState> {
  const [row] = await db.$queryRaw<{ life: string; head: bigint; pruned: bigint; pending: bigint }[]>`
    SELECT life, head, pruned, EXISTS(SELECT 1 FROM Event WHERE seq IS NULL) AS pending FROM EventLog WHERE id = 1`
  if (!row) throw new Error('The event log has no state: were the migrations applied?')
  return { life: row.life, head: Number(row.head), pruned: Number(row.pruned), pending: Number(row.pending) === 1 }
}

/**
 * Gives committed events their numbers, without a gap, in the order in which they were written.
 * The lock on the log's one row makes numbering happen in one process at a time, and a number only becomes visible
 * with all lower ones: this is what makes `seq > last` a cursor that loses nothing, as an auto-increment id is not
 * (transactions commit out of order). Two events of one row keep their order, because the second is written under
 * the lock that the first held until its commit.
 */
export const numberEvents = (db: Db): Promise<LoggedEvent[]> =>
  transaction(
    db,
    async (tx) => {
      const [log] = await tx.$queryRaw<{ head: bigint }[]>`SELECT head FROM EventLog WHERE id = 1 FOR UPDATE`
      const rows = await tx.$queryRaw<EventRow[]>`
        SELECT id, topic, type, payload FROM Event WHERE seq IS NULL ORDER BY id LIMIT ${BATCH}`
      if (!log || rows.length === 0) return []
      const head = Number(log.head)
      const events = rows.map(({ topic, type, payload }, index) => ({ seq: head + index + 1, topic, type, payload }))
      const numbers = rows.map(({ id }, index) => Prisma.sql`WHEN ${id} THEN ${head + index + 1}`)
      await tx.$executeRaw`
        UPDATE Event SET seq = CASE id ${Prisma.join(numbers, ' ')} END
        WHERE id IN (${Prisma.join(rows.map(({ id }) => id))})`
      await tx.$executeRaw`UPDATE EventLog SET head = ${head + rows.length} WHERE id = 1`
      return events
    },
    // Each statement sees what is committed by then: the rows are read after the lock was waited for.
    { isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
  )

const numbered = ({ seq, topic, type, payload }: EventRow): LoggedEvent => ({ seq: Number(seq), topic, type, payload })

/** The events of every topic after one number up to another, in order, `limit` at the most. */
export async function readEvents(db: Db, after: number, upTo: number, limit: number): Promise<LoggedEvent[]> {
  const rows = await db.$queryRaw<EventRow[]>`
    SELECT seq, topic, type, payload FROM Event WHERE seq > ${after} AND seq <= ${upTo} ORDER BY seq LIMIT ${limit}`
  return rows.map(numbered)
}

/** The same for some topics only. */
export async function readEventsOf(
  db: Db,
  topics: readonly string[],
  after: number,
  upTo: number,
  limit: number,
): Promise<LoggedEvent[]> {
  if (topics.length === 0) return []
  const rows = await db.$queryRaw<EventRow[]>`
    SELECT seq, topic, type, payload FROM Event
    WHERE topic IN (${Prisma.join([...topics])}) AND seq > ${after} AND seq <= ${upTo} ORDER BY seq LIMIT ${limit}`
  return rows.map(numbered)
}

/** Forgets events older than a moment; who asks for them later is told to fetch anew. */
export const pruneEvents = (db: Db, before: Date): Promise<void> =>
  transaction(db, async (tx) => {
    const [last] = await tx.$queryRaw<{ seq: bigint | null }[]>`SELECT MAX(seq) AS seq FROM Event WHERE createdAt < ${before}`
    if (!last?.seq) return
    await tx.$executeRaw`UPDATE EventLog SET pruned = GREATEST(pruned, ${last.seq}) WHERE id = 1`
    await tx.$executeRaw`DELETE FROM Event WHERE seq <= ${last.seq}`
  })

/** Writes events into the transaction that makes them true; they have no number until after the commit. */
export async function writeEvents(
  tx: Tx,
  events: { topic: string; type: string; payload: string; userId: number | null }[],
): Promise<void> {
  await tx.event.createMany({ data: events })
}
