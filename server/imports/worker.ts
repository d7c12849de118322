import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { makeBreaks } from '../jobs/breaks.ts'
import { LeaseLost } from '../jobs/lease.ts'
import type { Work } from '../jobs/schedule.ts'
import { makeTurns, TurnsOver } from '../jobs/turns.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { noticeOf } from '../notifications/causes.ts'
import { notify } from '../notifications/write/notify.ts'
import { lockUser } from '../users/lock.ts'
import { countRows, countWrittenAlbums } from './counts.ts'
import { removeUploads } from './files.ts'
import { claimJob, holdJob, releaseJob, emitProgress, type Job } from './job.ts'
import { end } from './lifecycle.ts'
import { lookUpNext, waitForCatalogue } from './lookUp.ts'
import { emitChanged } from './mutations.ts'
import { fail, readFile } from './readFile.ts'
import { emitRefetch } from './refetch.ts'
import { deleteUnstarted } from './retention.ts'
import { undoNext } from './undo.ts'
import { writeListenings } from './writeListenings.ts'
import { writeFollow, writeThings } from './writeThings.ts'

/** milliseconds that a job runs before the next one gets its turn */
const SLICE = 2_000
/** number of large files that are read concurrently, in turns */
const LARGE = 2
/**
 * Seconds until the next turn: no free call to the catalogue, names waiting for their next try, catalogue unreachable, error, and
 * too many files being read.
 */
const [BUSY, LATER, AWAY, FAILED, FULL] = [0.5, 1, 10, 15, 30]

export async function workOnImports(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const job = await claimJob(deps.db, ['preview', 'importing', 'undoing'])
    if (!job) return
    await attempt(deps, job, () => workOn(deps, job))
  }
}

/** Smaller files come first; files that take long are read in turns. */
export function makeFileReader(deps: Deps): Work['run'] {
  const turns = makeTurns({ slice: SLICE, lasting: LARGE })
  return async (signal, jobs) => {
    while (!signal.aborted && turns.hasRoom()) {
      const job = await claimJob(deps.db, ['reading'], 'smallestFile')
      if (!job) return
      jobs.start(() => attempt(deps, job, () => turns.run(signal, (pass) => readFile(deps, job, pass))))
    }
  }
}

/** Database failures are retried; a file that cannot be read ends the import with an error. */
async function attempt(deps: Deps, job: Job, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // This turn may have written rows after they were deleted.
    if (error instanceof LeaseLost) return await deleteUnstarted(deps, job.id)
    if (error instanceof TurnsOver) return await releaseJob(deps.db, job, error.isStopped ? 0 : FULL)
    // The user and their imports were deleted.
    if (error instanceof DomainError && error.kind === 'unauthorized') return
    deps.log.warn({ err: error, import: job.id }, 'import job failed')
    if (job.state === 'reading' && !isDatabaseDown(error))
      await fail(deps, job, 'imports.failed').catch(() => {})
    else await releaseJob(deps.db, job, FAILED).catch(() => {})
  }
}

async function workOn(deps: Deps, job: Job): Promise<void> {
  const until = performance.now() + SLICE
  const isOver = () => performance.now() >= until
  const takeBreak = makeBreaks()
  if (job.state === 'undoing') {
    while (await undoNext(deps, job)) {
      if (isOver()) break
      await takeBreak()
    }
    await emitProgress(deps, job)
    return await releaseJob(deps.db, job, 0)
  }
  if (job.state === 'importing')
    while ((await writeListenings(deps, job)) > 0) {
      if (isOver()) break
      await takeBreak()
    }
  const pause = isOver() ? 0 : await lookUp(deps, job, isOver)
  await emitProgress(deps, job)
  if (pause !== null) return await releaseJob(deps.db, job, pause)
  if (job.state === 'preview') return await releaseJob(deps.db, job, null)
  if ((await writeThings(deps, job)) || (await writeFollow(deps, job)))
    return await releaseJob(deps.db, job, 0)
  await finish(deps, job)
}

/** Returns the seconds until the next turn; null if no album is left. */
async function lookUp(deps: Deps, job: Job, isOver: () => boolean): Promise<number | null> {
  for (let lookUpCount = 0; ; lookUpCount++) {
    const result = await lookUpNext(deps, job)
    await holdJob(deps.db, job)
    if (result === 'later') return LATER
    if (result === 'none') return lookUpCount === 0 || job.state === 'preview' ? null : 0
    if (result === 'busy' || (result === 'away' && lookUpCount > 0)) return BUSY
    if (result === 'away') return (await waitForCatalogue(deps, job, () => holdJob(deps.db, job))) ? 0 : AWAY
    if (isOver()) return 0
  }
}

async function finish(deps: Deps, job: Job): Promise<void> {
  const isDone = await change(deps, async (write) => {
    await lockUser(write.tx, job.userId)
    await holdJob(write.tx, job)
    const { ready, looking } = await countRows(write.tx, job.id)
    // The user has decided about a row in the meantime.
    if (ready + looking > 0) return false
    await end(write.tx, 'finish', { id: job.id, now: write.now })
    await emitRefetch(write, job)
    emitChanged(write, { id: job.userId }, job.id)
    const albums = await countWrittenAlbums(write.tx, job.id)
    await notify(write, [noticeOf('importDone', job, { imported: albums })])
    return true
  })
  if (isDone) await removeUploads([job.fileKey])
  else await releaseJob(deps.db, job, 0)
}
