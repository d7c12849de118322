import { sql, type Expression } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { padded, rawQuery, statement, type Tables } from '../lib/sql.ts'

export const likesColumns = { ReviewLike: 'logId', ListLike: 'listId', CommentLike: 'commentId' } as const
export type LikesTable = keyof typeof likesColumns

type PeopleAt = LikesTable | 'Follow'

/**
 * SQL expression: the number of users (in `userColumn`) with a row in a table for a thing (in `thingColumn`). Disabled users do
 * not count. They are few and indexed, so subtracting them is cheaper than checking each of a hundred thousand likers.
 */
export function peopleCount<Table extends PeopleAt>(
  table: Table,
  userColumn: keyof Tables[Table] & string,
  thingColumn: keyof Tables[Table] & string,
  thing: Expression<number> | number,
) {
  const relations = sql`${sql.table(table)} AS k`
  const [user, itsThing] = [sql.ref(`k.${userColumn}`), sql.ref(`k.${thingColumn}`)]
  return sql<number>`(
    (SELECT COUNT(*) FROM ${relations} WHERE ${itsThing} = ${thing}) -
    (SELECT COUNT(*) FROM User AS d JOIN ${relations} ON ${user} = d.id WHERE d.disabledAt IS NOT NULL AND ${itsThing} = ${thing}))`
}

export const likeCount = (table: LikesTable, thing: Expression<number> | number) =>
  peopleCount<LikesTable>(table, 'userId', likesColumns[table] as never, thing)

/** Things without likes are missing from the result. */
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
    const rows = ids.length === 0 ? [] : await likesOf(db, { ids: padded(ids) })
    return new Map(rows.map(({ id, likes }) => [id, likes]))
  }
}

export const countLikes = {
  ReviewLike: counting('ReviewLike'),
  ListLike: counting('ListLike'),
  CommentLike: counting('CommentLike'),
}
