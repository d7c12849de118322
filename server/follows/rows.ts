import { topics } from '../../shared/events.ts'
import type { Write } from '../core/change.ts'
import { kysely, run } from '../lib/sql.ts'
import { reapplyVisibility } from '../notifications/write/visibility.ts'
import type { Batch, LockedPair, LockedUser, HeldPair } from '../users/lock.ts'

export type Pair = { followerId: number; followingId: number }

/** Makes all open streams of a user check permissions again. */
export const emitRelationsChanged = ({ emit }: Write, userId: number): void =>
  emit(topics.relations(userId), { type: 'relations.changed' }, userId)

/**
 * Also stores the end of an active mute, and shows the follower what only followers are notified of. Returns whether this is new.
 */
export async function addFollow(write: Write, pair: HeldPair, nickname: string): Promise<boolean> {
  const { tx, emit, now } = write
  const { followerId, followingId } = pair
  const mutedUntil = kysely
    .selectFrom('Mute')
    .select('until')
    .where('muterId', '=', followerId)
    .where('mutedId', '=', followingId)
    .where('until', '>', now)
  const added = await run(
    tx,
    kysely.insertInto('Follow').ignore().values({ followerId, followingId, createdAt: now, mutedUntil }),
  )
  if (added) {
    const event = { type: 'follow.added', nickname } as const
    emit(topics.follows(followerId), event, followerId, { ownerId: followingId })
    await reapplyVisibility(write, { owner: followingId, reader: followerId })
  }
  return added > 0
}

/** The follower refetches because of `emitRelationsChanged`, which names nobody: users cannot tell who removed them. */
export async function removeFollow(write: Write, { followerId, followingId }: Pair): Promise<boolean> {
  const { count } = await write.tx.follow.deleteMany({ where: { followerId, followingId } })
  if (count > 0) await reapplyVisibility(write, { owner: followingId, reader: followerId })
  return count > 0
}

export async function severFollows(write: Write, [one, other]: LockedPair): Promise<void> {
  for (const [followerId, followingId] of [
    [one, other],
    [other, one],
  ] as const) {
    await removeFollow(write, { followerId, followingId })
    await endRequest(write, { followerId, followingId })
  }
}

/**
 * Deletes an open request. A declined one stays stored for 30 days, so that it cannot be sent again; its requester no longer sees
 * it. Returns null if there was none.
 */
export async function endRequest(
  write: Write,
  { followerId, followingId }: Pair,
): Promise<'open' | 'declined' | null> {
  const { followRequest } = write.tx
  const request = { requesterId: followerId, requestedId: followingId }
  const openRequests = await followRequest.deleteMany({ where: { ...request, declinedAt: null } })
  if (openRequests.count > 0) {
    emitRequestsChanged(write, followingId)
    return 'open'
  }
  const declinedRequests = await followRequest.updateMany({
    where: { ...request, withdrawnAt: null },
    data: { withdrawnAt: write.now },
  })
  return declinedRequests.count > 0 ? 'declined' : null
}

export async function muteFollow(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  { followingId, until }: { followingId: number; until: Date | null },
): Promise<void> {
  await tx.follow.updateMany({ where: { followerId: userId, followingId }, data: { mutedUntil: until } })
}

export const deleteFollowsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(tx, kysely.deleteFrom('Follow').where('followerId', '=', userId).orderBy('followingId').limit(limit))

export const deleteFollowersOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(tx, kysely.deleteFrom('Follow').where('followingId', '=', userId).orderBy('followerId').limit(limit))

export const emitRequestsChanged = ({ emit }: Write, userId: number): void =>
  emit(topics.followRequests(userId), { type: 'followRequests.changed' }, userId)
