import { randomUUID } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import { halfRestored } from '../lib/migrate.ts'
import { Refusal } from '../lib/refusal.ts'
import { isHalfRestored } from '../live/eventLog.ts'

/** interval of a process's heartbeats, in milliseconds */
const BEAT = 5_000
/** a process without a heartbeat for so long, in seconds, has ended */
const SILENCE = 15

/**
 * Writes heartbeats into the database until the returned function is called: `restore` refuses a database in use. A process that
 * cannot write them for a while (the database is away) keeps running.
 * @throws Refusal where a restore did not finish
 */
export async function startHeartbeat({ db }: Pick<Deps, 'db'>): Promise<() => Promise<void>> {
  const process = randomUUID()
  const beat = () => db.$executeRaw`
    INSERT INTO Heartbeat (process, at) VALUES (${process}, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE at = UTC_TIMESTAMP(3)`
  const leave = async () => void (await db.heartbeat.deleteMany({ where: { process } }))
  // Said first and looked after: a restore does the two in the other order, so that one of them sees the other.
  await beat()
  if (await isHalfRestored(db)) {
    await leave()
    throw new Refusal(halfRestored)
  }
  await db.$executeRaw`DELETE FROM Heartbeat WHERE at < UTC_TIMESTAMP(3) - INTERVAL 1 HOUR`
  const timer = setInterval(() => void beat().catch(() => {}), BEAT)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await leave().catch(() => {})
  }
}

/** How many processes run on the database of a connection; none where it is older than heartbeats. */
export async function runningProcesses(connection: {
  query: (sql: string) => Promise<unknown>
}): Promise<number> {
  const [found] = (await connection.query(
    `SELECT COUNT(*) AS count FROM Heartbeat WHERE at > UTC_TIMESTAMP(3) - INTERVAL ${SILENCE} SECOND`,
  )) as { count: bigint }[]
  return Number(found?.count ?? 0)
}
