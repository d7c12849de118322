import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../core/deps.ts'
import { halfRestored } from '../lib/migrate.ts'
import { Refusal } from '../lib/refusal.ts'
import { countAll, databaseNow, kysely, rows, run } from '../lib/sql.ts'
import { isHalfRestored } from '../live/eventLog.ts'

/** milliseconds between two heartbeats of a process */
const BEAT = 5_000
/** seconds without a heartbeat after which a process counts as ended */
const SILENCE = 15
const HOUR = 60 * 60

const secondsAgo = (seconds: number) => sql<Date>`UTC_TIMESTAMP(3) - INTERVAL ${sql.lit(seconds)} SECOND`

/**
 * Beats until the returned function is called; `restore` refuses a database in use. A process that
 * temporarily cannot reach the database keeps running.
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
  await run(db, kysely.deleteFrom('Heartbeat').where('at', '<', secondsAgo(HOUR)))
  const timer = setInterval(() => void beat().catch(() => {}), BEAT)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await leave().catch(() => {})
  }
}

/** The table of heartbeats must exist. */
export async function runningProcesses({ db }: Pick<Deps, 'db'>): Promise<number> {
  const recent = kysely.selectFrom('Heartbeat').select(countAll).where('at', '>', secondsAgo(SILENCE))
  const [row] = await rows(db, recent)
  return row!.count
}
