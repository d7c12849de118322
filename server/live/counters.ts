import { sql, type Expression } from 'kysely'
import type { Thread } from '../../shared/comments.ts'
import { listComments, reviewComments } from '../commentCounts.ts'
import type { Tx } from '../lib/db.ts'
import { padded, rawQuery, statement, type Tables } from '../lib/sql.ts'
import type { Counters } from './eventLog.ts'

/** Tables of likes, with the column that references the liked thing. */
export const likesColumns = { ReviewLike: 'logId', ListLike: 'listId', CommentLike: 'commentId' } as const
export type LikesTable = keyof typeof likesColumns

/** a table that relates users to things; the column `of` references the thing, `who` the user */
type PeopleAt = LikesTable | 'Follow'

/**
 * SQL expression: the number of users with a row in a table (column `who`) for a thing (column `of`). Disabled users do not
 * count. They are few and indexed, so subtracting them is cheaper than checking each of a hundred thousand likers.
 */
export function peopleCount<Table extends PeopleAt>(
  table: Table,
  who: keyof Tables[Table] & string,
  of: keyof Tables[Table] & string,
  thing: Expression<number> | number,
) {
  const relations = sql`${sql.table(table)} AS k`
  const [user, itsThing] = [sql.ref(`k.${who}`), sql.ref(`k.${of}`)]
  return sql<number>`(
    (SELECT COUNT(*) FROM ${relations} WHERE ${itsThing} = ${thing}) -
    (SELECT COUNT(*) FROM User AS d JOIN ${relations} ON ${user} = d.id WHERE d.disabledAt IS NOT NULL AND ${itsThing} = ${thing}))`
}

/** SQL expression: the number of likes of a thing, as in `peopleCount`. */
export const likeCount = (table: LikesTable, thing: Expression<number> | number) =>
  peopleCount<LikesTable>(table, 'userId', likesColumns[table] as never, thing)

/** Counts the likes in a table per thing; things that are missing from the result have none. */
function counting(table: LikesTable) {
  const likesOf = statement(({ ids }: { ids: number[] }) => {
    const [likes, thing, things] = [
      sql`${sql.table(table)} AS k`,
      sql.ref(`k.${likesColumns[table]}`),
      sql.join(ids),
    ]
    return rawQuery(sql<{ id: number; likes: number }>`
      SELECT id, CAST(SUM(part) AS SIGNED) AS likes FROM (
        SELECT ${thing} AS id, COUNT(*) AS part FROM ${likes} WHERE ${thing} IN (${things}) GROUP BY ${thing}
        UNION ALL
        SELECT ${thing} AS id, -COUNT(*) AS part FROM User AS d JOIN ${likes} ON k.userId = d.id
        WHERE d.disabledAt IS NOT NULL AND ${thing} IN (${things}) GROUP BY ${thing}) AS parts
      GROUP BY id`)
  })
  return async (db: Tx, ids: readonly number[]): Promise<Map<number, number>> => {
    const found = ids.length === 0 ? [] : await likesOf(db, { ids: padded(ids) })
    return new Map(found.map(({ id, likes }) => [id, likes]))
  }
}

export const countLikes = {
  ReviewLike: counting('ReviewLike'),
  ListLike: counting('ListLike'),
  CommentLike: counting('CommentLike'),
}

type Liked = { id: number; likeCount: number }
/** Counter of an event that carries only a number of likes. */
const likesBy = (count: (typeof countLikes)[LikesTable]) => ({
  of: ({ id }: Liked) => id,
  count,
  put: (payload: Liked, likeCount: number) => ({ ...payload, likeCount }),
})

/** Counters of an event in the thread of a list or a review. */
const commentsOfThread = <Payload extends { thread: Thread; count: number }>() => {
  const put = (payload: Payload, count: number) => ({ ...payload, count })
  return [
    { of: ({ thread }: Payload) => ('list' in thread ? thread.list : null), count: listComments.gather, put },
    {
      of: ({ thread }: Payload) => ('review' in thread ? thread.review : null),
      count: reviewComments.gather,
      put,
    },
  ]
}

/** Counters of the events that carry counts; they run when events are numbered (docs/decisions, counted events). */
export const counters: Counters = {
  'review.liked': [likesBy(countLikes.ReviewLike)],
  'review.commented': [
    {
      of: ({ id }) => id,
      count: reviewComments.gather,
      put: (payload, commentCount) => ({ ...payload, commentCount }),
    },
  ],
  'review.saved': [
    {
      of: ({ review }) => review.id,
      count: countLikes.ReviewLike,
      put: ({ review, ...rest }, likeCount) => ({ ...rest, review: { ...review, likeCount } }),
    },
    {
      of: ({ review }) => review.id,
      count: reviewComments.gather,
      put: ({ review, ...rest }, commentCount) => ({ ...rest, review: { ...review, commentCount } }),
    },
  ],
  'list.liked': [likesBy(countLikes.ListLike)],
  'comment.added': commentsOfThread(),
  'comment.removed': commentsOfThread(),
  'comment.shown': commentsOfThread(),
  'comment.liked': [likesBy(countLikes.CommentLike)],
}
