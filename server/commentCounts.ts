import { sql, type Expression } from 'kysely'
import type { Thread } from '../shared/comments.ts'
import { Prisma } from './generated/prisma/client.ts'
import type { Tx } from './lib/db.ts'
import { kysely, padded, statement } from './lib/sql.ts'
import type { LockedUser } from './users/lock.ts'

// How many comments a thread shows: those of people who are not disabled that neither a block nor a moderator hides. The count is kept in parts that are added up.
// Each change inserts its own part, so that no change waits for another; the process that numbers events merges the parts.
// (docs/decisions, comment counts)

type Column = 'listId' | 'logId'
/** a thread with more parts than this gets them merged */
const PARTS = 16

/** Adds to the count of a thread. The author is locked, because a comment of a disabled user is not counted. */
export async function addToCount(
  tx: Tx,
  _: LockedUser,
  { thread, by }: { thread: Thread; by: 1 | -1 },
): Promise<void> {
  const [listId, logId] = 'list' in thread ? [thread.list, null] : [null, thread.review]
  await tx.$executeRaw`INSERT INTO CommentCount (listId, logId, comments) VALUES (${listId}, ${logId}, ${by})`
}

/** Adds all comments of a user to the counts, or takes them away: the user was enabled, disabled or is being deleted. */
export async function countPerson(tx: Tx, userId: LockedUser, by: 1 | -1): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO CommentCount (listId, logId, comments)
    SELECT listId, logId, ${by} * COUNT(*) FROM Comment
    WHERE userId = ${userId} AND NOT isBlocked AND hiddenAt IS NULL GROUP BY listId, logId`
}

/** Recounts everything, after comments were written by plain SQL. */
export async function recountComments(tx: Pick<Tx, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`DELETE FROM CommentCount`
  await tx.$executeRaw`
    INSERT INTO CommentCount (listId, logId, comments)
    SELECT c.listId, c.logId, COUNT(*) FROM Comment c JOIN User u ON u.id = c.userId
    WHERE u.disabledAt IS NULL AND NOT c.isBlocked AND c.hiddenAt IS NULL GROUP BY c.listId, c.logId`
}

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
