import { sql, type Expression } from 'kysely'
import type { Thread } from '../../shared/comments.ts'
import { columnsOf } from '../access/threads.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows, kysely, padded, run, statement } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'

// Counts the visible comments of a thread: those of users who are not disabled that neither a block nor a moderator hides. A
// count is stored in parts that are added up. Each change inserts its own part, so that no change waits for another; the process
// that numbers events merges the parts (docs/decisions, comment counts).

type Column = 'listId' | 'logId'
/** Number of parts above which the parts of a thread are merged */
const PARTS = 16

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

/** Threads that are missing from the result have no comments. */
function counting(column: Column): { count: Count; gather: Count } {
  const read = partsIn(column)
  const partsOf = async (db: Tx, ids: readonly number[]) =>
    ids.length === 0 ? [] : await read(db, { ids: padded(ids) })
  const sums = (parts: readonly Part[]) => {
    const counts = new Map<number, number>()
    for (const { thing, comments } of parts) counts.set(thing, (counts.get(thing) ?? 0) + comments)
    return counts
  }
  return {
    count: async (db, ids) => sums(await partsOf(db, ids)),
    async gather(tx, ids) {
      const parts = await partsOf(tx, ids)
      const counts = sums(parts)
      for (const [thing, comments] of counts) {
        const [first, ...rest] = parts.filter((part) => part.thing === thing)
        if (rest.length < PARTS) continue
        // Updates the first part instead of inserting a new one: a foreign key would check the list or the log, which another
        // transaction may have locked.
        await tx.commentCount.deleteMany({ where: { id: { in: rest.map(({ id }) => id) } } })
        await tx.commentCount.updateMany({ where: { id: first!.id }, data: { comments } })
      }
      return counts
    },
  }
}

/** `count` only reads; `gather` also merges the parts, and only the process that numbers events may call it. */
export const listComments = counting('listId')
export const reviewComments = counting('logId')

export async function countInThread(db: Tx, thread: Thread): Promise<number> {
  const [id, { count }] = 'list' in thread ? [thread.list, listComments] : [thread.review, reviewComments]
  return (await count(db, [id])).get(id) ?? 0
}

/** Needs the author's lock, because comments of a disabled user are not counted. */
export async function addToCount(
  tx: Tx,
  _: LockedUser,
  { thread, by }: { thread: Thread; by: 1 | -1 },
): Promise<void> {
  await insertRows(tx, 'CommentCount', [{ ...columnsOf(thread), comments: by }])
}

const unhidden = kysely
  .selectFrom('Comment as c')
  .innerJoin('User as u', 'u.id', 'c.userId')
  .where('c.hiddenAt', 'is', null)
const ofEnabled = unhidden.where('u.disabledAt', 'is', null)

async function addAll(tx: Tx, comments: typeof unhidden, by: 1 | -1): Promise<void> {
  const parts = comments
    .select(['c.listId', 'c.logId', sql<number>`${by} * COUNT(*)`.as('comments')])
    .groupBy(['c.listId', 'c.logId'])
  await run(tx, kysely.insertInto('CommentCount').columns(['listId', 'logId', 'comments']).expression(parts))
}

export const countPerson = (tx: Tx, userId: LockedUser, by: 1 | -1): Promise<void> =>
  addAll(tx, unhidden.where('c.userId', '=', userId).where('c.isBlocked', '=', false), by)

export const countBlocked = (tx: Tx, ids: readonly number[], isBlocked: boolean): Promise<void> =>
  addAll(tx, ofEnabled.where('c.id', 'in', ids), isBlocked ? -1 : 1)

export async function recountComments(tx: Tx): Promise<void> {
  await tx.commentCount.deleteMany()
  await addAll(tx, ofEnabled.where('c.isBlocked', '=', false), 1)
}
