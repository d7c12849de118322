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

// Requests to follow a private account. One that was declined stays, so that its requester goes on reading 'Requested'.

const DAY = 24 * 60 * 60 * 1000
/** further requests are as silent for so long after one was declined */
const SILENT = 30 * DAY

const silentSince = (now: Date) => new Date(now.getTime() - SILENT)

type Needs = WriteDeps
type Asking = { pair: HeldPair; spend: Spend }

/** Writes that somebody wishes to follow a person; says whether they did not before. */
export async function ask(write: Write, { pair, spend }: Asking): Promise<boolean> {
  const { followerId, followingId } = pair
  const { now } = write
  const added = await write.tx.$executeRaw`
    INSERT IGNORE INTO FollowRequest (requesterId, requestedId, createdAt) VALUES (${followerId}, ${followingId}, ${now})`
  // One that was declined long ago is forgotten.
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

/** Takes back that somebody wishes to follow a person; says whether they did. That it was declined is remembered for its time. */
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

/** Deletes a request that has become needless, because its requester follows. */
export async function forgetRequest(write: Write, { followerId, followingId }: Pair): Promise<boolean> {
  const deleted = await write.tx.$executeRaw`
    DELETE FROM FollowRequest
    WHERE requesterId = ${followerId} AND requestedId = ${followingId} AND withdrawnAt IS NULL`
  if (deleted) emitRequestsChanged(write, followingId)
  return deleted > 0
}

/**
 * Lets somebody follow who has asked for it, also when it was declined before; saying it twice changes nothing. Gives whether
 * they follow: not when they have taken their request back. @throws notFound
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

/** Deletes declined requests that were withdrawn, once a further request would notify again; gives how many. */
export async function pruneRequests({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const where = { withdrawnAt: { not: null }, declinedAt: { lte: silentSince(now()) } }
  return (await db.followRequest.deleteMany({ where })).count
}

/** Declines a request, of which its requester learns nothing; saying it twice changes nothing. @throws notFound */
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

/** Accepts all open requests of a person; gives how many. The declined ones stay as they are. */
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
