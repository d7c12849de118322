import { topics } from '../../shared/events.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { newFollows } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { kysely, rows } from '../lib/sql.ts'
import { notifyOfAcceptances, notifyOfFollow, notifyOfRequest } from '../notifications/follows.ts'
import { holdBoth, type LockedUser, type HeldPair } from '../users/lock.ts'
import { getSeenOther } from '../users/other.ts'
import { addFollow, emitRelationsChanged, emitRequestsChanged, type Pair } from './rows.ts'

// Requests to follow a private account. A declined one stays stored, so that its requester still sees 'Requested'.

const DAY = 24 * 60 * 60 * 1000
/** How long after a request was declined a further one notifies nobody. */
const SILENT = 30 * DAY

const silentSince = (now: Date) => new Date(now.getTime() - SILENT)

type Needs = WriteDeps
type Asking = { pair: HeldPair; spend: Spend }

/** Stores a user's request to follow another one; returns whether the requester's state changed. */
export async function ask(write: Write, { pair, spend }: Asking): Promise<boolean> {
  const { followerId, followingId } = pair
  const { now } = write
  const added = await write.tx.$executeRaw`
    INSERT IGNORE INTO FollowRequest (requesterId, requestedId, createdAt) VALUES (${followerId}, ${followingId}, ${now})`
  // A request that was declined long ago can be sent again.
  const renewed =
    added ||
    (await write.tx.$executeRaw`
      UPDATE FollowRequest SET createdAt = ${now}, declinedAt = NULL, withdrawnAt = NULL
      WHERE requesterId = ${followerId} AND requestedId = ${followingId} AND declinedAt <= ${silentSince(now)}`)
  if (renewed) {
    await spend(newFollows)
    emitRequestsChanged(write, followingId)
    await notifyOfRequest(write, { followerId, followedId: followingId, isAsked: true })
    return true
  }
  const silent = await write.tx.$executeRaw`
    UPDATE FollowRequest SET createdAt = ${now}, withdrawnAt = NULL
    WHERE requesterId = ${followerId} AND requestedId = ${followingId} AND withdrawnAt IS NOT NULL`
  if (silent) await spend(newFollows)
  return silent > 0
}

/** Withdraws a request to follow a user; returns whether there was one. That it was declined stays stored for 30 days. */
export async function takeBackRequest(write: Write, { followerId, followingId }: Pair): Promise<boolean> {
  const open = await write.tx.$executeRaw`
    DELETE FROM FollowRequest
    WHERE requesterId = ${followerId} AND requestedId = ${followingId} AND declinedAt IS NULL`
  if (open) {
    emitRequestsChanged(write, followingId)
    await notifyOfRequest(write, { followerId, followedId: followingId, isAsked: false })
    return true
  }
  const declined = await write.tx.$executeRaw`
    UPDATE FollowRequest SET withdrawnAt = ${write.now}
    WHERE requesterId = ${followerId} AND requestedId = ${followingId} AND withdrawnAt IS NULL`
  return declined > 0
}

/** Deletes the request of a user who now follows; returns whether there was one. */
export async function forgetRequest(write: Write, { followerId, followingId }: Pair): Promise<boolean> {
  const deleted = await write.tx.$executeRaw`
    DELETE FROM FollowRequest
    WHERE requesterId = ${followerId} AND requestedId = ${followingId} AND withdrawnAt IS NULL`
  if (deleted) emitRequestsChanged(write, followingId)
  return deleted > 0
}

/**
 * Accepts a request to follow the viewer, even one that was declined before. Idempotent. Returns whether the requester
 * now follows: not if they have withdrawn the request.
 * @throws notFound
 */
export async function acceptRequest(
  deps: Needs,
  viewer: SignedIn,
  { nickname }: { nickname: string },
): Promise<{ follows: boolean }> {
  const other = await getSeenOther(deps.db, viewer, nickname)
  const pair = { followerId: other.id, followingId: viewer.id }
  return await change(deps, async (write) => {
    const held = await holdBoth(write.tx, pair)
    if (held && (await forgetRequest(write, pair))) {
      await addFollow(write, held.pair, viewer.view.nickname)
      emitRelationsChanged(write, other.id)
      const between = { followerId: other.id, followedId: viewer.id }
      await notifyOfFollow(write, { ...between, following: true, isApproved: true })
      await notifyOfAcceptances(write, { followerIds: [other.id], followedId: viewer.id })
    }
    return { follows: (await write.tx.follow.count({ where: pair })) > 0 }
  })
}

/** Deletes declined requests that were withdrawn, once a further request would notify again; returns how many. */
export async function pruneRequests({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const where = { withdrawnAt: { not: null }, declinedAt: { lte: silentSince(now()) } }
  return (await db.followRequest.deleteMany({ where })).count
}

/** Declines a request; its requester is not notified and sees no change. Idempotent. @throws notFound */
export async function declineRequest(
  deps: Needs,
  viewer: SignedIn,
  { nickname }: { nickname: string },
): Promise<{ declined: true }> {
  const other = await getSeenOther(deps.db, viewer, nickname)
  await change(deps, async (write) => {
    const declined = await write.tx.$executeRaw`
      UPDATE FollowRequest SET declinedAt = ${write.now}
      WHERE requesterId = ${other.id} AND requestedId = ${viewer.id} AND declinedAt IS NULL`
    if (!declined) return
    emitRequestsChanged(write, viewer.id)
    await notifyOfRequest(write, { followerId: other.id, followedId: viewer.id, isAsked: false })
  })
  return { declined: true }
}

/** Accepts all open requests to follow a user; returns how many. Declined ones stay as they are. */
export async function acceptAll(write: Write, userId: LockedUser): Promise<number> {
  const { now } = write
  const requests = await rows(
    write.tx,
    kysely
      .selectFrom('FollowRequest')
      .select('requesterId as id')
      .where('requestedId', '=', userId)
      .where('declinedAt', 'is', null)
      .orderBy('requesterId')
      .forUpdate(),
  )
  if (requests.length === 0) return 0
  const { nickname } = await write.tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { nickname: true },
  })
  const ids = Prisma.join(requests.map(({ id }) => id))
  await write.tx.$executeRaw`
    INSERT IGNORE INTO Follow (followerId, followingId, createdAt, mutedUntil)
    SELECT r.requesterId, r.requestedId, ${now}, m.until FROM FollowRequest r
    LEFT JOIN Mute m ON m.muterId = r.requesterId AND m.mutedId = r.requestedId AND m.until > ${now}
    WHERE r.requestedId = ${userId} AND r.requesterId IN (${ids}) ORDER BY r.requesterId`
  await write.tx
    .$executeRaw`DELETE FROM FollowRequest WHERE requestedId = ${userId} AND requesterId IN (${ids})`
  for (const { id } of requests) {
    write.emit(topics.follows(id), { type: 'follow.added', nickname }, id, { ownerId: userId })
    emitRelationsChanged(write, id)
  }
  emitRequestsChanged(write, userId)
  const followerIds = requests.map(({ id }) => id)
  await notifyOfAcceptances(write, { followerIds, followedId: userId })
  return requests.length
}
