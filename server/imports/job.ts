import { sql } from 'kysely'
import { topics } from '../../shared/events.ts'
import type { ImportState } from '../../shared/imports.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import {
  claimQuery,
  fromNow,
  holdQuery,
  isFree,
  makeLease,
  releaseQuery,
  runHeld,
  type Lease,
} from '../jobs/lease.ts'
import type { Db, Tx } from '../lib/db.ts'
import { databaseNow, kysely, rows, run } from '../lib/sql.ts'
import { lockUser } from '../users/lock.ts'
import { readProgress } from './counts.ts'

// Import jobs are rows in the database. A lease (database clock) decides which process works on a job, so that another process
// takes over if one is killed. Jobs that have waited longest go first.

export const LEASE_SECONDS = 30

export type Job = {
  id: number
  userId: number
  state: ImportState
  fileKey: string | null
  format: string | null
  settings: string
  startedAt: Date | null
  /** number of processes that died while reading the file */
  crashes: number
  lease: Lease
  /** `turnAt` at the time of the claim; a later value in the row means that a request has changed the import since */
  turnAt: Date
}

type Order = 'longestWaiting' | 'smallestFile'

const due = (states: readonly ImportState[], order: Order) =>
  kysely
    .selectFrom('Import')
    .select(['id', 'userId', 'state', 'fileKey', 'format', 'settings', 'startedAt', 'turnAt'])
    .select(['crashes', 'leasedUntil'])
    .where('turnAt', '<=', databaseNow)
    .where('state', 'in', states)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('User as u')
            .select('u.id')
            .whereRef('u.id', '=', 'Import.userId')
            .where('u.disabledAt', 'is not', null),
        ),
      ),
    )
    .where(isFree)
    .$if(order === 'smallestFile', (each) => each.orderBy('fileSize'))
    .orderBy('turnAt')
    .orderBy('id')
    .limit(1)

/** A lease that expired while a file was read counts as a crash. */
export async function claimJob(
  db: Db,
  states: readonly ImportState[],
  order: Order = 'longestWaiting',
): Promise<Job | null> {
  for (;;) {
    const [row] = await rows(db, due(states, order))
    if (!row) return null
    const { leasedUntil, ...job } = row
    const lease = makeLease()
    const crashes = job.crashes + (job.state === 'reading' && leasedUntil !== null ? 1 : 0)
    const claim = claimQuery('Import', lease, LEASE_SECONDS)
      .set({ crashes })
      .where('id', '=', job.id)
      .where('state', '=', job.state)
    if ((await run(db, claim)) > 0) return { ...job, crashes, turnAt: job.turnAt!, lease }
  }
}

/** Within a transaction, the job stays locked until the transaction ends. @throws LeaseLost */
export const holdJob = (tx: Tx, { id, lease, state }: Job): Promise<void> =>
  runHeld(tx, holdQuery('Import', lease, LEASE_SECONDS).where('id', '=', id).where('state', '=', state))

/** `seconds` is null to wait until a request wakes the job. A request that arrived while it was held keeps its turn. */
export async function releaseJob(db: Db, { id, lease, turnAt }: Job, seconds: number | null): Promise<void> {
  const next = seconds === null ? sql<Date | null>`IF(turnAt > ${turnAt}, turnAt, NULL)` : fromNow(seconds)
  await run(db, releaseQuery('Import', lease).set({ turnAt: next }).where('id', '=', id))
}

const recordOf = (id: number) =>
  kysely
    .selectFrom('Import')
    .select(['id', 'state', 'fileSize', 'fileRead', 'outcome', 'awaySince'])
    .where('id', '=', id)

export async function emitProgress(
  deps: WriteDeps & Pick<Deps, 'catalogue'>,
  job: Pick<Job, 'id' | 'userId'>,
): Promise<void> {
  // Counted outside the transaction, so that no other transaction waits for a large count.
  const [record] = await rows(deps.db, recordOf(job.id))
  if (!record) return
  const progress = await readProgress(deps, record)
  await change(deps, async ({ tx, emit }) => {
    await lockUser(tx, job.userId)
    emit(topics.imports(job.userId), { type: 'import.progressed', progress }, job.userId)
  })
}
