import { threadOf } from '../../shared/comments.ts'
import { topics, type PlakEvent } from '../../shared/events.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Audience } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { commentLiked, listLiked, reviewLiked } from '../likes/events.ts'
import { UNCOUNTED } from '../live/eventLog.ts'

/** A removal is sent to everyone on the topic and contains only an id; events about remaining things have an audience. */
type DeletionEvent = { topic: string; event: PlakEvent; audience?: Audience }

const reviewRemoved = ({ id, key }: { id: number; key: string }): DeletionEvent => ({
  topic: topicOfKey(key),
  event: { type: 'review.removed', id },
})

/**
 * Reads the events for open pages about the deletion of a user: their reviews and lists, their comments under those of others,
 * and their likes of what remains. Call it before the rows are deleted and while the user is locked, so that no rows are added
 * afterwards.
 */
export async function readDeletionEvents(tx: Tx, userId: number): Promise<DeletionEvent[]> {
  return [
    ...(await eventsOfReviews(tx, userId)),
    ...(await eventsOfLists(tx, userId)),
    ...(await eventsOfComments(tx, userId)),
  ]
}

async function eventsOfReviews(tx: Tx, userId: number): Promise<DeletionEvent[]> {
  const reviews = kysely
    .selectFrom('Log as l')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select(['l.id', 'a.key', 'l.userId as ownerId', 'l.visibility as level'])
  const own = await rows(tx, reviews.where('l.userId', '=', userId).where('l.reviewedAt', 'is not', null))
  const liked = await rows(
    tx,
    reviews
      .innerJoin('ReviewLike as k', 'k.logId', 'l.id')
      .where('k.userId', '=', userId)
      .where('l.userId', '<>', userId),
  )
  return [...own.map(reviewRemoved), ...liked.map(reviewLiked)]
}

async function eventsOfLists(tx: Tx, userId: number): Promise<DeletionEvent[]> {
  const lists = kysely
    .selectFrom('List as l')
    .select(['l.id', 'l.userId as ownerId', 'l.visibility as level'])
  const own = await rows(tx, lists.where('l.userId', '=', userId))
  const liked = await rows(
    tx,
    lists
      .innerJoin('ListLike as k', 'k.listId', 'l.id')
      .where('k.userId', '=', userId)
      .where('l.userId', '<>', userId),
  )
  return [
    ...own.map(({ id }): DeletionEvent => ({ topic: topics.list(id), event: { type: 'list.removed', id } })),
    ...liked.map(listLiked),
  ]
}

/** Only comments in threads of others: pages of the user's own lists and reviews are removed with their comments. */
async function eventsOfComments(tx: Tx, userId: number): Promise<DeletionEvent[]> {
  const comments = kysely
    .selectFrom('Comment as c')
    .leftJoin('List as l', 'l.id', 'c.listId')
    .leftJoin('Log as r', 'r.id', 'c.logId')
    .select(['c.id', 'c.listId', 'c.logId'])
    .select((eb) => [
      eb.fn.coalesce('l.userId', 'r.userId').$notNull().as('ownerId'),
      eb.fn.coalesce('l.visibility', 'r.visibility').$notNull().as('level'),
    ])
    .where((eb) => eb(eb.fn.coalesce('l.userId', 'r.userId'), '<>', userId))
  const own = await rows(
    tx,
    comments
      .leftJoin('Album as a', 'a.id', 'r.albumId')
      .select('a.key')
      .where('c.userId', '=', userId)
      .orderBy('c.id'),
  )
  const liked = await rows(
    tx,
    comments
      .innerJoin('CommentLike as k', 'k.commentId', 'c.id')
      .where('k.userId', '=', userId)
      .where('c.userId', '<>', userId),
  )
  const reviews = new Map(
    own.flatMap(({ logId, key, ownerId, level }) =>
      logId === null || key === null ? [] : [[logId, { key, audience: { ownerId, level } }] as const],
    ),
  )
  return [
    ...own.map((comment): DeletionEvent => {
      const [thread, { id }] = [threadOf(comment), comment]
      return {
        topic: topics.thread(thread),
        event: { type: 'comment.removed', thread, id, count: UNCOUNTED },
      }
    }),
    ...[...reviews].map(([id, { key, audience }]): DeletionEvent => {
      const event = { type: 'review.commented', id, commentCount: UNCOUNTED } as const
      return { topic: topicOfKey(key), event, audience }
    }),
    ...liked.map(commentLiked),
  ]
}
