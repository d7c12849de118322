import { topics } from '../../shared/events.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import type { Batch, LockedPair, LockedUser, HeldPair } from '../users/lock.ts'

/** The follower, or requester, and the user followed. */
export type Pair = { followerId: number; followingId: number }

/** Makes all open streams of a user check permissions again. */
export const emitRelationsChanged = ({ emit }: Write, userId: number): void =>
  emit(topics.relations(userId), { type: 'relations.changed' }, userId)

/** Stores that a user follows the one with this nickname, with the end of an active mute. Returns whether this is new. */
export async function addFollow(
  { tx, emit, now }: Write,
  { followerId, followingId }: HeldPair,
  nickname: string,
): Promise<boolean> {
  const added = await tx.$executeRaw`
    INSERT IGNORE INTO Follow (followerId, followingId, createdAt, mutedUntil) VALUES (${followerId}, ${followingId}, ${now},
      (SELECT until FROM Mute WHERE muterId = ${followerId} AND mutedId = ${followingId} AND until > ${now}))`
  if (added) {
    const event = { type: 'follow.added', nickname } as const
    emit(topics.follows(followerId), event, followerId, { ownerId: followingId })
  }
  return added > 0
}

/**
 * Deletes a follow; returns whether there was one. The follower's open pages refetch because of `emitRelationsChanged`.
 * It names nobody, so that users cannot tell who removed them.
 */
export async function removeFollow(tx: Tx, { followerId, followingId }: Pair): Promise<boolean> {
  const removed = await tx.$executeRaw`
    DELETE FROM Follow WHERE followerId = ${followerId} AND followingId = ${followingId}`
  return removed > 0
}

/** Deletes follows and follow requests between two users, in both directions. */
export async function severFollows(write: Write, [one, other]: LockedPair): Promise<void> {
  for (const [followerId, followingId] of [
    [one, other],
    [other, one],
  ] as const) {
    await removeFollow(write.tx, { followerId, followingId })
    const deleted = await write.tx.$executeRaw`
      DELETE FROM FollowRequest WHERE requesterId = ${followerId} AND requestedId = ${followingId}`
    if (deleted) emitRequestsChanged(write, followingId)
  }
}

/** Stores in a user's follow when the mute of the followed user ends; null for no mute. Does nothing without a follow. */
export async function muteFollow(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  { followingId, until }: { followingId: number; until: Date | null },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE Follow SET mutedUntil = ${until} WHERE followerId = ${userId} AND followingId = ${followingId}`
}

/** Deletes a batch of the follows of a user who is being removed; returns its size. */
export const deleteFollowsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  tx.$executeRaw`DELETE FROM Follow WHERE followerId = ${userId} ORDER BY followingId LIMIT ${limit}`

/** Deletes a batch of the follows of others to this user; returns its size. */
export const deleteFollowersOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  tx.$executeRaw`DELETE FROM Follow WHERE followingId = ${userId} ORDER BY followerId LIMIT ${limit}`

/** Makes pages refetch the requests to follow a user. */
export const emitRequestsChanged = ({ emit }: Write, userId: number): void =>
  emit(topics.followRequests(userId), { type: 'followRequests.changed' }, userId)
