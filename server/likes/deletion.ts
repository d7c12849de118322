import { sql } from 'kysely'
import { commentsWithThread } from '../access/threads.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import { likesColumns, type LikesTable } from '../live/counters.ts'
import type { Batch, LockedPair } from '../users/lock.ts'
import { commentLiked, emitLiked, listLiked, reviewLiked, type LikesEvent } from './events.ts'

type Likes = { ids: readonly number[]; people: readonly number[] }

export async function deleteLikes(tx: Tx, table: LikesTable, { ids, people }: Likes): Promise<number> {
  if (ids.length === 0 || people.length === 0) return 0
  const likes = kysely.deleteFrom(table).where(sql.ref<number>(likesColumns[table]), 'in', ids)
  return await run(tx, likes.where('userId', 'in', people))
}

const likedReviews = (likerId: number) =>
  kysely
    .selectFrom('ReviewLike as k')
    .innerJoin('Log as l', 'l.id', 'k.logId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select(['l.id', 'a.key', 'l.userId as ownerId', 'l.visibility as level'])
    .where('k.userId', '=', likerId)
const likedLists = (likerId: number) =>
  kysely
    .selectFrom('ListLike as k')
    .innerJoin('List as l', 'l.id', 'k.listId')
    .select(['l.id', 'l.userId as ownerId', 'l.visibility as level'])
    .where('k.userId', '=', likerId)
const likedComments = (likerId: number) =>
  commentsWithThread.innerJoin('CommentLike as k', 'k.commentId', 'c.id').where('k.userId', '=', likerId)

type Unliked<Thing> = {
  table: LikesTable
  likerId: number
  things: readonly Thing[]
  eventOf: (thing: Thing) => LikesEvent
}

async function unlike<Thing extends { id: number }>(
  write: Write,
  { table, likerId, things, eventOf }: Unliked<Thing>,
): Promise<number> {
  for (const thing of things) emitLiked(write, eventOf(thing))
  return await deleteLikes(write.tx, table, { ids: things.map(({ id }) => id), people: [likerId] })
}

/** Includes comments in threads of others. */
export async function removeLikesBetween(write: Write, [one, other]: LockedPair): Promise<void> {
  for (const [likerId, likedId] of [
    [one, other],
    [other, one],
  ] as const) {
    const reviews = await rows(write.tx, likedReviews(likerId).where('l.userId', '=', likedId))
    await unlike(write, { table: 'ReviewLike', likerId, things: reviews, eventOf: reviewLiked })
    const lists = await rows(write.tx, likedLists(likerId).where('l.userId', '=', likedId))
    await unlike(write, { table: 'ListLike', likerId, things: lists, eventOf: listLiked })
    const comments = await rows(write.tx, likedComments(likerId).where('c.userId', '=', likedId))
    await unlike(write, { table: 'CommentLike', likerId, things: comments, eventOf: commentLiked })
  }
}

/** Must be read before the user is deleted, because the likes are deleted with them. */
export async function readLikesEvents(tx: Tx, userId: number): Promise<LikesEvent[]> {
  const reviews = await rows(tx, likedReviews(userId).where('l.userId', '<>', userId))
  const lists = await rows(tx, likedLists(userId).where('l.userId', '<>', userId))
  const comments = await rows(tx, likedComments(userId).where('c.userId', '<>', userId))
  const remaining = comments.filter(({ ownerId }) => ownerId !== userId)
  return [...reviews.map(reviewLiked), ...lists.map(listLiked), ...remaining.map(commentLiked)]
}

export async function deleteReviewLikesOf(write: Write, { userId, limit }: Batch): Promise<number> {
  const things = await rows(write.tx, likedReviews(userId).orderBy('k.logId').limit(limit))
  return await unlike(write, { table: 'ReviewLike', likerId: userId, things, eventOf: reviewLiked })
}
