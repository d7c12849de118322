import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { likesColumns, type LikesTable } from '../live/counters.ts'
import type { LockedPair } from '../users/lock.ts'
import { commentLiked, listLiked, reviewLiked } from './events.ts'

/** Removes the likes of two users on each other's reviews, lists and comments. */
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
  for (const review of liked) {
    const { topic, event, audience } = reviewLiked({ ...review, ownerId })
    emit(topic, event, null, audience)
  }
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
  for (const list of liked) {
    const { topic, event, audience } = listLiked({ ...list, ownerId })
    emit(topic, event, null, audience)
  }
}

/** Removes a user's likes on the other's comments, whatever list or review they belong to. */
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
  for (const comment of liked) {
    const { topic, event, audience } = commentLiked(comment)
    emit(topic, event, null, audience)
  }
}
