import { threadOf } from '../../shared/comments.ts'
import { topics } from '../../shared/events.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { likesColumns, type LikesTable } from '../live/counters.ts'
import { UNCOUNTED } from '../live/eventLog.ts'
import type { LockedPair } from '../users/lock.ts'

/** Takes back what two people like of each other's reviews, lists and comments. */
export async function removeLikesBetween(write: Write, [one, other]: LockedPair): Promise<void> {
  for (const [likerId, likedId] of [
    [one, other],
    [other, one],
  ] as const) {
    await unlikeReviews(write, likerId, likedId)
    await unlikeLists(write, likerId, likedId)
    await unlikeComments(write, likerId, likedId)
  }
}

async function unlike(tx: Tx, table: LikesTable, likerId: number, things: { id: number }[]): Promise<void> {
  if (things.length === 0) return
  const [likes, thing] = [Prisma.raw(table), Prisma.raw(likesColumns[table])]
  const ids = Prisma.join(things.map(({ id }) => id))
  await tx.$executeRaw`DELETE FROM ${likes} WHERE userId = ${likerId} AND ${thing} IN (${ids})`
}

async function unlikeReviews({ tx, emit }: Write, likerId: number, ownerId: number): Promise<void> {
  const liked = await rows(
    tx,
    kysely
      .selectFrom('ReviewLike as k')
      .innerJoin('Log as l', 'l.id', 'k.logId')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['l.id', 'a.key', 'l.visibility as level'])
      .where('k.userId', '=', likerId)
      .where('l.userId', '=', ownerId),
  )
  await unlike(tx, 'ReviewLike', likerId, liked)
  for (const { id, key, level } of liked)
    emit(topicOfKey(key), { type: 'review.liked', id, likeCount: UNCOUNTED }, null, { ownerId, level })
}

async function unlikeLists({ tx, emit }: Write, likerId: number, ownerId: number): Promise<void> {
  const liked = await rows(
    tx,
    kysely
      .selectFrom('ListLike as k')
      .innerJoin('List as l', 'l.id', 'k.listId')
      .select(['l.id', 'l.visibility as level'])
      .where('k.userId', '=', likerId)
      .where('l.userId', '=', ownerId),
  )
  await unlike(tx, 'ListLike', likerId, liked)
  for (const { id, level } of liked)
    emit(topics.list(id), { type: 'list.liked', id, likeCount: UNCOUNTED }, null, { ownerId, level })
}

/** Those of comments that the other wrote, wherever they stand. */
async function unlikeComments({ tx, emit }: Write, likerId: number, authorId: number): Promise<void> {
  const liked = await rows(
    tx,
    kysely
      .selectFrom('CommentLike as k')
      .innerJoin('Comment as c', 'c.id', 'k.commentId')
      .leftJoin('List as l', 'l.id', 'c.listId')
      .leftJoin('Log as r', 'r.id', 'c.logId')
      .select(['c.id', 'c.listId', 'c.logId'])
      .select((eb) => [
        eb.fn.coalesce('l.userId', 'r.userId').$notNull().as('ownerId'),
        eb.fn.coalesce('l.visibility', 'r.visibility').$notNull().as('level'),
      ])
      .where('k.userId', '=', likerId)
      .where('c.userId', '=', authorId),
  )
  await unlike(tx, 'CommentLike', likerId, liked)
  for (const { id, ownerId, level, ...place } of liked) {
    const event = { type: 'comment.liked', id, likeCount: UNCOUNTED } as const
    emit(topics.thread(threadOf(place)), event, null, { ownerId, level })
  }
}
