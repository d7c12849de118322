import type { Thread } from '../shared/comments.ts'
import type { Counters } from './lib/eventLog.ts'
import { Prisma } from './generated/prisma/client.ts'
import type { Tx } from './lib/db.ts'

/** Counts the likes in a table by the things in its column; what is not in the answer has none. */
const countLikes =
  (table: Prisma.Sql, column: Prisma.Sql) =>
  async (db: Pick<Tx, '$queryRaw'>, ids: readonly number[]): Promise<Map<number, number>> => {
    if (ids.length === 0) return new Map()
    const rows = await db.$queryRaw<{ id: number; likes: bigint }[]>`
      SELECT ${column} AS id, COUNT(*) AS likes FROM ${table} WHERE ${column} IN (${Prisma.join([...ids])}) GROUP BY ${column}`
    return new Map(rows.map(({ id, likes }) => [id, Number(likes)]))
  }

/** Counts the comments in threads by what the thread is under; those of disabled people are not seen, nor counted. */
const countComments =
  (column: Prisma.Sql) =>
  async (db: Pick<Tx, '$queryRaw'>, ids: readonly number[]): Promise<Map<number, number>> => {
    if (ids.length === 0) return new Map()
    const rows = await db.$queryRaw<{ id: number; comments: bigint }[]>`
      SELECT c.${column} AS id, COUNT(*) AS comments FROM Comment c JOIN User u ON u.id = c.userId
      WHERE c.${column} IN (${Prisma.join([...ids])}) AND u.disabledAt IS NULL GROUP BY c.${column}`
    return new Map(rows.map(({ id, comments }) => [id, Number(comments)]))
  }

export const countReviewLikes = countLikes(Prisma.sql`ReviewLike`, Prisma.sql`logId`)
const countListLikes = countLikes(Prisma.sql`ListLike`, Prisma.sql`listId`)
const countCommentLikes = countLikes(Prisma.sql`CommentLike`, Prisma.sql`commentId`)
export const countReviewComments = countComments(Prisma.sql`logId`)
export const countListComments = countComments(Prisma.sql`listId`)

type Liked = { id: number; likeCount: number }
/** Of an event that says nothing but how many like a thing. */
const likesBy = (count: typeof countReviewLikes) => ({
  of: ({ id }: Liked) => id,
  count,
  put: (payload: Liked, likeCount: number) => ({ ...payload, likeCount }),
})

/** Of an event in a thread, which is under a list or under a review. */
const commentsOfThread = <Payload extends { thread: Thread; count: number }>() => {
  const put = (payload: Payload, count: number) => ({ ...payload, count })
  return [
    { of: ({ thread }: Payload) => ('list' in thread ? thread.list : null), count: countListComments, put },
    { of: ({ thread }: Payload) => ('review' in thread ? thread.review : null), count: countReviewComments, put },
  ]
}

/** The events that carry counts: they are taken when the events get their number (docs/decisions, counted events). */
export const counters: Counters = {
  'review.liked': [likesBy(countReviewLikes)],
  'review.commented': [
    {
      of: ({ id }) => id,
      count: countReviewComments,
      put: (payload, commentCount) => ({ ...payload, commentCount }),
    },
  ],
  'review.saved': [
    {
      of: ({ review }) => review.id,
      count: countReviewLikes,
      put: ({ review }, likeCount) => ({ review: { ...review, likeCount } }),
    },
    {
      of: ({ review }) => review.id,
      count: countReviewComments,
      put: ({ review }, commentCount) => ({ review: { ...review, commentCount } }),
    },
  ],
  'list.liked': [likesBy(countListLikes)],
  'comment.added': commentsOfThread(),
  'comment.removed': commentsOfThread(),
  'comment.liked': [likesBy(countCommentLikes)],
}
