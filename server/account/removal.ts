import type { ProofInput } from '../../shared/passkeys.ts'
import type { Caller } from '../auth/signIn.ts'
import { change, manyRows, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { deleteFollowersOf, deleteFollowsOf } from '../follows/rows.ts'
import { removeUploads, uploadsOf } from '../imports/files.ts'
import { stopImports } from '../imports/lifecycle.ts'
import { deleteImportRowsOf } from '../imports/retention.ts'
import { claimJob, holdJob, runJob, type Job } from '../jobs/job.ts'
import { deleteReviewLikesOf } from '../likes/deletion.ts'
import { deleteListenLaterOf } from '../listenLater/batches.ts'
import { deleteEventsOf } from '../live/deletion.ts'
import { deleteLogsOf } from '../logs/write/bulk.ts'
import { deleteFavoritesOf } from '../logs/write/hearts.ts'
import { deleteOpinionsOf } from '../logs/write/opinions.ts'
import { deleteTagsOf } from '../logs/write/tags.ts'
import { deleteNotificationsBy, deleteNotificationsOf } from '../notifications/write/withdraw.ts'
import { proveSelf } from '../passkeys/proof.ts'
import { deletePlaysOf } from '../plays/write/remove.ts'
import { lockUser, type Batch, type LockedUser } from '../users/lock.ts'
import { byOperator, type Acting } from './acting.ts'
import { removePerson } from './deletion.ts'
import { removalOf } from './pendingRemoval.ts'
import { disable } from './suspension.ts'

// A user with many rows is removed in steps: a single transaction for tens of thousands of rows would time out every time and
// block everyone who follows the user. First the user is hidden, then the tables with many rows are emptied, then the rest is
// deleted in one transaction.

type RemovalSize = {
  /** number of rows above which a user is removed in steps */
  large: number
  step: number
}
export const usualSize: RemovalSize = { large: 2_000, step: 500 }
type Removal = Job<ReturnType<typeof removalOf>>

type Removing = WriteDeps & Pick<Deps, 'seal'>

/** Leaves dependent rows, including events, to the schema's cascades. @throws as proveSelf */
export async function deleteAccount(
  deps: Deps,
  { caller, cookie }: Caller,
  viewer: SignedIn,
  proof: ProofInput,
): Promise<null> {
  await proveSelf(deps, { caller }, viewer, proof)
  await removeForGood(deps, viewer.id, (rest) => deps.jobs.start(rest))
  deps.audit.note({ event: 'account.deleted', actor: viewer.id, address: caller.address })
  cookie?.clear()
  return null
}

/**
 * Hides a user with many rows immediately, and passes the remaining work to `defer`.
 * @throws unauthorized if the user no longer exists; as `acting`
 */
export async function removeForGood(
  deps: Removing,
  userId: number,
  defer: (rest: (signal?: AbortSignal) => Promise<void>) => Promise<void> | void,
  { acting = byOperator, ...size }: RemovalSize & { acting?: Acting } = usualSize,
): Promise<void> {
  const uploads = await uploadsOf(deps.db, userId)
  const isAtOnce = !(await isLarge(deps, userId, size.large))
  const job = isAtOnce ? await removeAtOnce(deps, userId, acting) : await hide(deps, userId, acting)
  await removeUploads(uploads)
  if (job) await defer((closing) => continueRemoval(deps, job, { size, closing }))
}

async function removeAtOnce(deps: Removing, id: number, { before, after }: Acting): Promise<null> {
  return await change(deps, async (write) => {
    await before(write.tx)
    await removePerson(write, id, deps)
    await after(write, { id, sessions: 0 })
    return null
  })
}

export async function resumeRemovals(deps: Removing, closing?: AbortSignal, size = usualSize): Promise<void> {
  const removals = await deps.db.job.findMany({ where: { kind: 'removal' }, select: { userId: true } })
  for (const { userId } of removals) {
    const job = closing?.aborted ? null : await claimJob(deps.db, removalOf(userId!))
    if (job) await continueRemoval(deps, job, { size, closing })
  }
}

async function isLarge({ db }: Pick<Deps, 'db'>, userId: number, large: number): Promise<boolean> {
  const where = { userId }
  const counts = await Promise.all([
    db.log.count({ where }),
    db.event.count({ where }),
    db.favorite.count({ where }),
    db.listenLater.count({ where }),
    db.tag.count({ where }),
    db.play.count({ where }),
    db.importRow.count({ where: { import: where } }),
    db.reviewLike.count({ where }),
    db.notification.count({ where: { OR: [where, { actorId: userId }] } }),
    db.follow.count({ where: { OR: [{ followerId: userId }, { followingId: userId }] } }),
  ])
  return counts.reduce((sum, count) => sum + count, 0) > large
}

/**
 * Stores the pending removal in the same transaction, so a killed process loses none. Returns null if another
 * process is already removing the user.
 */
async function hide(deps: Removing, id: number, { before, after }: Acting): Promise<Removal | null> {
  return await change(
    deps,
    async (write) => {
      await before(write.tx)
      const user = await lockUser(write.tx, id)
      await disable(write, user)
      await stopImports(write.tx, user)
      const job = await claimJob(write.tx, removalOf(id))
      if (job) await after(write, { id, sessions: 0 })
      return job
    },
    manyRows,
  )
}

/** @throws LeaseLost if another process has taken the removal over */
const changeHeld = <Result>(
  deps: Removing,
  job: Removal,
  work: (write: Write, user: LockedUser) => Promise<Result>,
): Promise<Result> =>
  change(deps, async (write) => {
    const user = await lockUser(write.tx, job.userId)
    await holdJob(write.tx, job)
    return await work(write, user)
  })

const continueRemoval = (
  deps: Removing,
  job: Removal,
  { size: { step }, closing }: { size: RemovalSize; closing: AbortSignal | undefined },
): Promise<void> =>
  runJob({ db: deps.db, job, closing }, async (signal) => {
    for (const remove of steps) {
      for (let count = step; count === step;) {
        if (signal.aborted) return
        count = await changeHeld(deps, job, (write, userId) => remove(write, { userId, limit: step }))
      }
    }
    await changeHeld(deps, job, (write, userId) => removePerson(write, userId, deps))
  })

type Step = (write: Write, batch: Batch) => Promise<number>

const steps: readonly Step[] = [
  deleteNotificationsBy,
  deleteNotificationsOf,
  deleteLogsOf,
  deleteOpinionsOf,
  deleteReviewLikesOf,
  deleteFavoritesOf,
  deleteListenLaterOf,
  deleteImportRowsOf,
  deletePlaysOf,
  deleteTagsOf,
  deleteFollowsOf,
  deleteFollowersOf,
  deleteEventsOf,
]
