import { topics } from '../../shared/events.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { newFollows } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import { noticeOf } from '../notifications/causes.ts'
import { notify } from '../notifications/write/notify.ts'
import { replaceNotices, withdraw } from '../notifications/write/withdraw.ts'
import { holdBoth, type LockedUser, type HeldPair } from '../users/lock.ts'
import { getSeenOther } from '../users/other.ts'
import { addFollow, emitRelationsChanged, emitRequestsChanged, endRequest, type Pair } from './rows.ts'

// Requests to follow a private account. A declined one stays stored, so that its requester still sees 'Requested'.

const DAY = 24 * 60 * 60 * 1000
/** how long after a request was declined a further one notifies nobody, in milliseconds */
const SILENT = 30 * DAY

const silentSince = (now: Date) => new Date(now.getTime() - SILENT)

const requestOf = ({ followerId, followingId }: Pair) => ({
  requesterId: followerId,
  requestedId: followingId,
})

export async function requestFollow(
  write: Write,
  { pair, spend }: { pair: HeldPair; spend: Spend },
): Promise<boolean> {
  const { followRequest } = write.tx
  const request = requestOf(pair)
  const data = { createdAt: write.now, withdrawnAt: null }
  const createdRequests = await followRequest.createMany({
    data: { ...request, ...data },
    skipDuplicates: true,
  })
  // A request that was declined long ago can be sent again.
  const isSent =
    createdRequests.count > 0 ||
    (
      await followRequest.updateMany({
        where: { ...request, declinedAt: { lte: silentSince(write.now) } },
        data: { ...data, declinedAt: null },
      })
    ).count > 0
  if (isSent) {
    await spend(newFollows)
    emitRequestsChanged(write, pair.followingId)
    await notify(write, [noticeOf('followRequest', pair)])
    return true
  }
  const restoredRequests = await followRequest.updateMany({
    where: { ...request, withdrawnAt: { not: null } },
    data,
  })
  if (restoredRequests.count > 0) await spend(newFollows)
  return restoredRequests.count > 0
}

/** Returns whether there was one. */
export async function withdrawRequest(write: Write, pair: Pair): Promise<boolean> {
  const ended = await endRequest(write, pair)
  if (ended === 'open') await withdraw(write, [noticeOf('followRequest', pair)])
  return ended !== null
}

export async function deleteRequest(write: Write, pair: Pair): Promise<boolean> {
  const where = { ...requestOf(pair), withdrawnAt: null }
  const { count } = await write.tx.followRequest.deleteMany({ where })
  if (count > 0) emitRequestsChanged(write, pair.followingId)
  return count > 0
}

const notifyOfAcceptances = (write: Write, pairs: readonly Pair[]): Promise<void> =>
  replaceNotices(write, {
    gone: pairs.map((pair) => noticeOf('followRequest', pair)),
    added: pairs.map((pair) => noticeOf('requestAccepted', pair)),
  })

/** Accepts even a declined request. Idempotent. `follows` is false if the requester has withdrawn it. @throws notFound */
export async function acceptRequest(
  deps: WriteDeps,
  viewer: SignedIn,
  { nickname }: { nickname: string },
): Promise<{ follows: boolean }> {
  const other = await getSeenOther(deps.db, viewer, nickname)
  const pair = { followerId: other.id, followingId: viewer.id }
  return await change(deps, async (write) => {
    const target = await holdBoth(write.tx, pair)
    if (target && (await deleteRequest(write, pair))) {
      await addFollow(write, target.pair, viewer.view.nickname)
      emitRelationsChanged(write, other.id)
      await notifyOfAcceptances(write, [pair])
    }
    return { follows: (await write.tx.follow.count({ where: pair })) > 0 }
  })
}

/** Requests are kept until a further one would notify again. */
export async function deleteExpiredRequests({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const where = { withdrawnAt: { not: null }, declinedAt: { lte: silentSince(now()) } }
  return (await db.followRequest.deleteMany({ where })).count
}

/** The requester is not notified and sees no change. Idempotent. @throws notFound */
export async function declineRequest(
  deps: WriteDeps,
  viewer: SignedIn,
  { nickname }: { nickname: string },
): Promise<{ declined: true }> {
  const other = await getSeenOther(deps.db, viewer, nickname)
  const pair = { followerId: other.id, followingId: viewer.id }
  await change(deps, async (write) => {
    const declined = await write.tx.followRequest.updateMany({
      where: { ...requestOf(pair), declinedAt: null },
      data: { declinedAt: write.now },
    })
    if (declined.count === 0) return
    emitRequestsChanged(write, viewer.id)
    await withdraw(write, [noticeOf('followRequest', pair)])
  })
  return { declined: true }
}

/** Declined requests stay declined. */
export async function acceptAll(write: Write, userId: LockedUser): Promise<number> {
  const { tx, now } = write
  const requests = await rows(
    tx,
    kysely
      .selectFrom('FollowRequest')
      .select('requesterId as id')
      .where('requestedId', '=', userId)
      .where('declinedAt', 'is', null)
      .orderBy('requesterId')
      .forUpdate(),
  )
  if (requests.length === 0) return 0
  const { nickname } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { nickname: true } })
  const ids = requests.map(({ id }) => id)
  const follows = kysely
    .selectFrom('FollowRequest as r')
    .leftJoin('Mute as m', (join) =>
      join
        .onRef('m.muterId', '=', 'r.requesterId')
        .onRef('m.mutedId', '=', 'r.requestedId')
        .on('m.until', '>', now),
    )
    .select((eb) => ['r.requesterId', 'r.requestedId', eb.val(now).as('createdAt'), 'm.until'])
    .where('r.requestedId', '=', userId)
    .where('r.requesterId', 'in', ids)
    .orderBy('r.requesterId')
  await run(
    tx,
    kysely
      .insertInto('Follow')
      .ignore()
      .columns(['followerId', 'followingId', 'createdAt', 'mutedUntil'])
      .expression(follows),
  )
  await run(
    tx,
    kysely.deleteFrom('FollowRequest').where('requestedId', '=', userId).where('requesterId', 'in', ids),
  )
  for (const id of ids) {
    write.emit(topics.follows(id), { type: 'follow.added', nickname }, id, { ownerId: userId })
    emitRelationsChanged(write, id)
  }
  emitRequestsChanged(write, userId)
  await notifyOfAcceptances(
    write,
    ids.map((followerId) => ({ followerId, followingId: userId })),
  )
  return ids.length
}
