import { sql, type Expression } from 'kysely'
import { Prisma } from './generated/prisma/client.ts'
import type { Tx } from './lib/db.ts'
import { kysely, padded, statement } from './lib/sql.ts'

// Counts the visible comments of a thread: those of users who are not disabled that neither a block nor a moderator hides. A
// count is stored in parts that are added up. Each change inserts its own part (server/comments/counts.ts), so that no change
// waits for another; the process that numbers events merges the parts (docs/decisions, comment counts).

type Column = 'listId' | 'logId'
/** number of parts above which the parts of a thread are merged */
const PARTS = 16

/** SQL expression: the number of comments of a list or a review. */
export const commentCount = (column: Column, thing: Expression<number>) =>
  sql<number>`(
    SELECT CAST(COALESCE(SUM(p.comments), 0) AS SIGNED) FROM CommentCount AS p WHERE ${sql.ref(`p.${column}`)} = ${thing})`

const partsIn = (column: Column) =>
  statement(({ ids }: { ids: number[] }) =>
    kysely
      .selectFrom('CommentCount')
      .select((eb) => ['id', eb.ref(column).$notNull().as('thing'), 'comments'])
      .where(column, 'in', ids)
      .orderBy('id'),
  )

type Part = { id: number; thing: number; comments: number }
type Count = (db: Tx, ids: readonly number[]) => Promise<Map<number, number>>

/** Creates the functions that count comments per list or review; threads that are missing from the result have none. */
function counting(column: Column): { count: Count; gather: Count } {
  const read = partsIn(column)
  async function partsOf(db: Tx, ids: readonly number[]) {
    const found = new Map<number, Part[]>()
    const rows = ids.length === 0 ? [] : await read(db, { ids: padded(ids) })
    for (const part of rows) found.set(part.thing, [...(found.get(part.thing) ?? []), part])
    return found
  }
  const sum = (parts: readonly Part[]) => parts.reduce((all, { comments }) => all + comments, 0)
  return {
    async count(db, ids) {
      return new Map([...(await partsOf(db, ids))].map(([id, parts]) => [id, sum(parts)]))
    },
    async gather(tx, ids) {
      const counts = new Map<number, number>()
      for (const [id, parts] of await partsOf(tx, ids)) {
        counts.set(id, sum(parts))
        const [first, ...rest] = parts
        if (!first || rest.length < PARTS) continue
        // Updates the first part instead of inserting a new one: a foreign key would check the list or the log, which another
        // transaction may have locked.
        await tx.$executeRaw`DELETE FROM CommentCount WHERE id IN (${Prisma.join(rest.map((part) => part.id))})`
        await tx.$executeRaw`UPDATE CommentCount SET comments = ${sum(parts)} WHERE id = ${first.id}`
      }
      return counts
    },
  }
}

/** `count` only reads; `gather` also merges the parts, and only the process that numbers events may call it. */
export const listComments = counting('listId')
export const reviewComments = counting('logId')
