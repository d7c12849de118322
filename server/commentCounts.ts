import { sql, type Expression } from 'kysely'
import { Prisma } from './generated/prisma/client.ts'
import type { Tx } from './lib/db.ts'
import { kysely, padded, statement } from './lib/sql.ts'

// How many comments a thread shows: those of people who are not disabled that neither a block nor a moderator hides. The count is
// kept in parts that are added up. Each change inserts its own part (server/comments/counts.ts), so that no change waits for
// another; the process that numbers events merges the parts (docs/decisions, comment counts).

type Column = 'listId' | 'logId'
/** a thread with more parts than this gets them merged */
const PARTS = 16

/** The count of a thread as an expression, beside the list or the review that it is under. */
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

/** Counts the comments of threads, by list or review; one that is not in the result has none. */
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
        // The first is changed and no new one written: a foreign key would have to look at the list or the log, which
        // somebody else may have locked.
        await tx.$executeRaw`DELETE FROM CommentCount WHERE id IN (${Prisma.join(rest.map((part) => part.id))})`
        await tx.$executeRaw`UPDATE CommentCount SET comments = ${sum(parts)} WHERE id = ${first.id}`
      }
      return counts
    },
  }
}

/** `count` reads; `gather` also merges the parts, and is only for the process that numbers events. */
export const listComments = counting('listId')
export const reviewComments = counting('logId')
