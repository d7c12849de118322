import { sql } from 'kysely'
import type { Db, Tx } from '../lib/db.ts'
import { databaseNow, run } from '../lib/sql.ts'
import {
  claimQuery,
  fromNow,
  holdQuery,
  LeaseLost,
  makeLease,
  releaseQuery,
  runHeld,
  type Lease,
} from './lease.ts'

// Jobs are rows of one table: work that one process at a time does. If a process dies or stops, another one continues when the
// lease expires.

export const jobKinds = [
  'backup',
  'charts',
  'covers',
  'linking',
  'merge',
  'notifications',
  'prompts',
  'pullsLastfm',
  'pullsListenBrainz',
  'removal',
  'requests',
  'suggestions',
  'sync',
  'tidy',
  'words',
] as const

export type JobKind = (typeof jobKinds)[number]

type JobName = { kind: JobKind; userId?: number }

export type Job<Name extends JobName = JobName> = Name & { lease: Lease }

/** without a renewal for this long, another process takes a job over */
const LEASE_SECONDS = 20
const RENEW_EVERY = 5_000

const keyOf = ({ userId }: JobName) => String(userId ?? '')
const isJob = (name: JobName) => sql<boolean>`kind = ${name.kind} AND ${sql.ref('key')} = ${keyOf(name)}`
const isDue = sql<boolean>`(dueAt IS NULL OR dueAt <= UTC_TIMESTAMP(3))`

/** Creates the job if it does not exist; returns null if it is not due or if another process holds it. */
export async function claimJob<Name extends JobName>(
  db: Tx,
  name: Name,
  values: { progress?: string } = {},
): Promise<Job<Name> | null> {
  const { kind, userId = null } = name
  await db.job.createMany({ data: { kind, key: keyOf(name), userId }, skipDuplicates: true })
  const lease = makeLease()
  const claim = claimQuery('Job', lease, LEASE_SECONDS).set(values).where(isJob(name)).where(isDue)
  return (await run(db, claim)) > 0 ? { ...name, lease } : null
}

/** Within a transaction, the lease lasts until the transaction ends. @throws LeaseLost */
export const holdJob = (db: Tx, job: Job, values: { progress?: string } = {}): Promise<void> =>
  runHeld(db, holdQuery('Job', job.lease, LEASE_SECONDS).set(values).where(isJob(job)))

/** Each failure doubles the delay until the job is due again, from 15 seconds to 16 minutes. */
const postponeJob = (db: Db, job: Job): Promise<void> =>
  runHeld(
    db,
    releaseQuery('Job', job.lease)
      .set({ dueAt: sql`UTC_TIMESTAMP(3) + INTERVAL (15 << LEAST(failures, 6)) SECOND` })
      .set({ failures: sql`failures + 1` })
      .where(isJob(job)),
  )

const repeatJob = (db: Db, job: Job, seconds: number): Promise<void> =>
  runHeld(
    db,
    releaseQuery('Job', job.lease)
      .set({ dueAt: fromNow(Math.max(0, seconds)), doneAt: databaseNow, failures: 0 })
      .where(isJob(job)),
  )

export const finishJob = async (db: Tx, job: Job): Promise<boolean> =>
  (await db.job.deleteMany({ where: job })).count > 0

/** A process that is working on the job loses it. */
export const cancelJob = (tx: Tx, job: Required<JobName>) => tx.job.deleteMany({ where: job })

type Run = { db: Db; job: Job; closing: AbortSignal | undefined }

/** The signal is aborted if the lease is lost or `closing` is aborted. @throws LeaseLost */
export async function whileHeld(
  { db, job, closing }: Run,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const ending = new AbortController()
  // AbortSignal.any would keep memory as long as `closing` exists.
  const close = () => ending.abort(closing?.reason)
  closing?.addEventListener('abort', close)
  if (closing?.aborted) close()
  const renewal = setInterval(() => {
    // An unreachable database does not end the lease.
    holdJob(db, job).catch((error: unknown) => error instanceof LeaseLost && ending.abort(error))
  }, RENEW_EVERY)
  try {
    await work(ending.signal)
  } catch (error) {
    const { reason } = ending.signal
    throw reason instanceof LeaseLost ? reason : error
  } finally {
    clearInterval(renewal)
    closing?.removeEventListener('abort', close)
  }
}

/**
 * Deletes the job at its end; with `pause`, it is due again that many seconds after it began. If `closing` is aborted, the job is
 * left to expire, as if the process had died.
 * @throws as `work`, except LeaseLost
 */
export async function runJob(
  { pause, ...run }: Run & { pause?: number },
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { db, job, closing } = run
  const startedAt = performance.now()
  try {
    await whileHeld(run, work)
    if (closing?.aborted) return
    if (pause === undefined) await finishJob(db, job)
    else await repeatJob(db, job, pause - (performance.now() - startedAt) / 1_000)
  } catch (error) {
    if (error instanceof LeaseLost) return
    if (!closing?.aborted) await postponeJob(db, job).catch(() => {})
    throw error
  }
}
