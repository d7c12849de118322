import { topics } from '../../shared/events.ts'
import type { ProofInput } from '../../shared/passkeys.ts'
import { endAccess } from '../auth/accessWays.ts'
import type { Caller } from '../auth/signIn.ts'
import { countPerson } from '../comments/counts.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { deleteFollowersOf, deleteFollowsOf } from '../follows/rows.ts'
import { removeUploads, uploadsOf } from '../imports/files.ts'
import { stopImports } from '../imports/lifecycle.ts'
import { deleteImportRowsOf } from '../imports/retention.ts'
import type { Tx } from '../lib/db.ts'
import { abandonedLeases, dropLease, holdLease, takeLease } from '../lib/lease.ts'
import { deleteReviewLikesOf } from '../likes/deletion.ts'
import { deleteListenLaterOf } from '../listenLater/batches.ts'
import { deleteEventsOf } from '../live/deletion.ts'
import { deleteLogsOf } from '../logs/deletion.ts'
import { deleteFavoritesOf } from '../logs/heart.ts'
import { deleteOpinionsOf, uncountOpinions } from '../logs/opinion.ts'
import { deleteTagsOf } from '../logs/tags.ts'
import { judgePerson } from '../notifications/people.ts'
import { deleteNotificationsOf, forgetActs } from '../notifications/takeBack.ts'
import { proveSelf } from '../passkeys/proof.ts'
import { lockUser, type Batch } from '../users/lock.ts'
import { markDisabled } from '../users/write/audience.ts'
import { removePerson } from './deletion.ts'

// A user with many rows is removed in steps: a single transaction for tens of thousands of rows would time out every time and
// block everyone who follows the user. First the user is hidden, then the tables with many rows are emptied, then the rest is
// deleted in one transaction.

type RemovalSize = {
  /** number of rows above which a user is removed in steps */
  large: number
  /** number of rows deleted per step */
  step: number
}
const usualSize: RemovalSize = { large: 2_000, step: 500 }
const LEASE_SECONDS = 60
const PREFIX = 'remove:'
const leaseOf = (userId: number) => `${PREFIX}${userId}`

type Removing = WriteDeps & Pick<Deps, 'seal'>

/**
 * Removes the viewer's account permanently with all their data, including their events: the schema's cascades delete the
 * dependent rows. Notifies pages that show them, and ends all their sessions.
 * @throws as proveSelf
 */
export async function deleteAccount(
  deps: Deps,
  { caller, cookie }: Caller,
  viewer: SignedIn,
  proof: ProofInput,
): Promise<null> {
  await proveSelf(deps, { caller }, viewer, proof)
  // A user with many rows is hidden immediately and deleted in the background.
  await removeForGood(deps, viewer.id, (rest) => deps.jobs.start(rest))
  deps.audit.note({ event: 'account.deleted', actor: viewer.id, subject: viewer.id, address: caller.address })
  cookie?.clear()
  return null
}

/**
 * Removes a user permanently. A user with many rows is hidden immediately, and the remaining work is passed to `later`.
 * @throws unauthorized if the user no longer exists
 */
export async function removeForGood(
  deps: Removing,
  userId: number,
  later: (rest: (signal?: AbortSignal) => Promise<void>) => Promise<void> | void,
  size = usualSize,
): Promise<void> {
  const uploads = await uploadsOf(deps.db, userId)
  const isAtOnce = !(await isLarge(deps, userId, size.large))
  if (isAtOnce) await change(deps, (write) => removePerson(write, userId, deps))
  else await hide(deps, userId)
  await removeUploads(uploads)
  if (!isAtOnce) await later((signal) => removeInSteps(deps, userId, size, signal))
}

/** Continues removals whose process ended before they were finished. */
export async function resumeRemovals(deps: Removing, signal?: AbortSignal, size = usualSize): Promise<void> {
  for (const name of await abandonedLeases(deps.db, PREFIX))
    if (await takeLease(deps.db, name, LEASE_SECONDS))
      await removeInSteps(deps, Number(name.slice(PREFIX.length)), size, signal)
}

/** True if a removal has begun; it cannot be undone. */
export async function isBeingRemoved({ db }: { db: Tx }, userId: number): Promise<boolean> {
  return (await db.lease.count({ where: { name: leaseOf(userId) } })) > 0
}

async function isLarge({ db }: Pick<Deps, 'db'>, userId: number, large: number): Promise<boolean> {
  const where = { userId }
  const counts = await Promise.all([
    db.log.count({ where }),
    db.event.count({ where }),
    db.favorite.count({ where }),
    db.listenLater.count({ where }),
    db.tag.count({ where }),
    db.importRow.count({ where: { import: where } }),
    db.reviewLike.count({ where }),
    db.notification.count({ where: { OR: [where, { actorId: userId }] } }),
    db.follow.count({ where: { OR: [{ followerId: userId }, { followingId: userId }] } }),
  ])
  return counts.reduce((sum, count) => sum + count, 0) > large
}

/**
 * Treats the user as disabled from now on. The pending removal is stored in the same transaction, so a killed process loses none.
 */
async function hide(deps: Removing, userId: number): Promise<void> {
  await change(deps, async (write) => {
    const user = await lockUser(write.tx, userId)
    if (await markDisabled(write, user)) {
      await countPerson(write.tx, user, -1)
      await uncountOpinions(write.tx, user)
      write.emit(topics.people(), { type: 'user.disabled', id: userId }, userId)
      await judgePerson(write, userId)
    }
    await stopImports(write.tx, user)
    await endAccess(write, user, 'closed')
    await takeLease(write.tx, leaseOf(userId), LEASE_SECONDS)
  })
}

/** Stops between two steps when aborted; the lease then expires, and another process continues. */
async function removeInSteps(
  deps: Removing,
  userId: number,
  { step }: RemovalSize,
  signal?: AbortSignal,
): Promise<void> {
  const name = leaseOf(userId)
  const isThere = (await deps.db.user.count({ where: { id: userId } })) > 0
  for (const remove of isThere ? steps : []) {
    for (let removed = step; removed === step;) {
      if (signal?.aborted) return
      await holdLease(deps.db, name, LEASE_SECONDS)
      removed = await change(deps, async (write) => {
        return await remove(write, { userId: await lockUser(write.tx, userId), limit: step })
      })
    }
  }
  if (isThere) await change(deps, (write) => removePerson(write, userId, deps))
  await dropLease(deps.db, name)
}

/** Deletes a batch of rows and returns its size. */
type Step = (write: Write, batch: Batch) => Promise<number>

const steps: readonly Step[] = [
  (write, { userId, limit }) => forgetActs(write, userId, limit),
  deleteNotificationsOf,
  deleteLogsOf,
  deleteOpinionsOf,
  deleteReviewLikesOf,
  deleteFavoritesOf,
  deleteListenLaterOf,
  deleteImportRowsOf,
  deleteTagsOf,
  deleteFollowsOf,
  deleteFollowersOf,
  deleteEventsOf,
]
