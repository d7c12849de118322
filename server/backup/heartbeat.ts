import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../core/deps.ts'
import { halfRestored } from '../lib/migrate.ts'
import { Refusal } from '../lib/refusal.ts'
import { databaseNow, kysely, run } from '../lib/sql.ts'
import { isHalfRestored } from '../live/eventLog.ts'

/** milliseconds between two heartbeats of a process */
const BEAT = 5_000
/** seconds without a heartbeat after which a process counts as ended */
const SILENCE = 15

/**
 * Writes heartbeats into the database until the returned function is called, because `restore` refuses a database in use. A
 * process that temporarily cannot write them (database unreachable) keeps running.
 * @throws Refusal if a restore did not finish
 */
export async function startHeartbeat({ db }: Pick<Deps, 'db'>): Promise<() => Promise<void>> {
  const process = randomUUID()
  const heartbeat = kysely
    .insertInto('Heartbeat')
    .values({ process, at: databaseNow })
    .onDuplicateKeyUpdate({ at: databaseNow })
  const beat = () => run(db, heartbeat)
  const leave = async () => void (await db.heartbeat.deleteMany({ where: { process } }))
  // Write the heartbeat first, then check. A restore does both in the opposite order, so that at least one of them notices the
  // other.
  await beat()
  if (await isHalfRestored(db)) {
    await leave()
    throw new Refusal(halfRestored)
  }
  await run(
    db,
    kysely.deleteFrom('Heartbeat').where('at', '<', sql<Date>`UTC_TIMESTAMP(3) - INTERVAL 1 HOUR`),
  )
  const timer = setInterval(() => void beat().catch(() => {}), BEAT)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await leave().catch(() => {})
  }
}

/** Number of processes that run on the database of a connection. The table of heartbeats must exist. */
export async function runningProcesses(connection: {
  query: (sql: string) => Promise<unknown>
}): Promise<number> {
  const [found] = (await connection.query(
    `SELECT COUNT(*) AS count FROM Heartbeat WHERE at > UTC_TIMESTAMP(3) - INTERVAL ${SILENCE} SECOND`,
  )) as { count: bigint }[]
  return Number(found?.count ?? 0)
}
