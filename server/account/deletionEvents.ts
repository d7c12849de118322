import { threadOf } from '../../shared/comments.ts'
import { topics, type PlakEvent } from '../../shared/events.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Tx } from '../lib/db.ts'
import { UNCOUNTED } from '../live/eventLog.ts'

type Parting = { topic: string; event: PlakEvent }
type Reviewed = { id: number; key: string }
type Commented = { id: number; listId: number | null; logId: number | null; key: string | null }

/**
 * The events for open pages when a person goes: their reviews and lists, their comments under those of others, and
 * their likes of what stays. Read before their rows are gone, and while they are locked, so that nothing is added later.
 */
export async function readPartings(tx: Tx, userId: number): Promise<Parting[]> {
  return [
    ...(await partingsOfReviews(tx, userId)),
    ...(await partingsOfLists(tx, userId)),
    ...(await partingsOfComments(tx, userId)),
  ]
}

async function partingsOfReviews(tx: Tx, userId: number): Promise<Parting[]> {
  const own = await tx.$queryRaw<Reviewed[]>`
    SELECT l.id, a.\`key\` FROM Log l JOIN Album a ON a.id = l.albumId
    WHERE l.userId = ${userId} AND l.reviewedAt IS NOT NULL`
  const liked = await tx.$queryRaw<Reviewed[]>`
    SELECT l.id, a.\`key\` FROM ReviewLike k JOIN Log l ON l.id = k.logId JOIN Album a ON a.id = l.albumId
    WHERE k.userId = ${userId} AND l.userId <> ${userId}`
  return [
    ...own.map(({ id, key }): Parting => ({ topic: topicOfKey(key), event: { type: 'review.removed', id } })),
    ...liked.map(({ id, key }): Parting => ({
      topic: topicOfKey(key),
      event: { type: 'review.liked', id, likeCount: UNCOUNTED },
    })),
  ]
}

async function partingsOfLists(tx: Tx, userId: number): Promise<Parting[]> {
  const own = await tx.$queryRaw<{ id: number }[]>`SELECT id FROM List WHERE userId = ${userId}`
  const liked = await tx.$queryRaw<{ id: number }[]>`
    SELECT l.id FROM ListLike k JOIN List l ON l.id = k.listId WHERE k.userId = ${userId} AND l.userId <> ${userId}`
  return [
    ...own.map(({ id }): Parting => ({ topic: topics.list(id), event: { type: 'list.removed', id } })),
    ...liked.map(({ id }): Parting => ({
      topic: topics.list(id),
      event: { type: 'list.liked', id, likeCount: UNCOUNTED },
    })),
  ]
}

/** Those in threads that stay: under their own lists and reviews they go with the page. */
async function partingsOfComments(tx: Tx, userId: number): Promise<Parting[]> {
  const own = await tx.$queryRaw<Commented[]>`
    SELECT c.id, c.listId, c.logId, a.\`key\` FROM Comment c
    LEFT JOIN List l ON l.id = c.listId LEFT JOIN Log r ON r.id = c.logId LEFT JOIN Album a ON a.id = r.albumId
    WHERE c.userId = ${userId} AND COALESCE(l.userId, r.userId) <> ${userId} ORDER BY c.id`
  const liked = await tx.$queryRaw<Commented[]>`
    SELECT c.id, c.listId, c.logId, NULL AS \`key\` FROM CommentLike k JOIN Comment c ON c.id = k.commentId
    LEFT JOIN List l ON l.id = c.listId LEFT JOIN Log r ON r.id = c.logId
    WHERE k.userId = ${userId} AND c.userId <> ${userId} AND COALESCE(l.userId, r.userId) <> ${userId}`
  const reviews = new Map(
    own.flatMap(({ logId, key }) => (logId === null || key === null ? [] : [[logId, key] as const])),
  )
  return [
    ...own.map((comment): Parting => {
      const [thread, { id }] = [threadOf(comment), comment]
      return {
        topic: topics.thread(thread),
        event: { type: 'comment.removed', thread, id, count: UNCOUNTED },
      }
    }),
    ...[...reviews].map(([id, key]): Parting => {
      return { topic: topicOfKey(key), event: { type: 'review.commented', id, commentCount: UNCOUNTED } }
    }),
    ...liked.map((comment): Parting => {
      const topic = topics.thread(threadOf(comment))
      return { topic, event: { type: 'comment.liked', id: comment.id, likeCount: UNCOUNTED } }
    }),
  ]
}
