import type { Thread } from '../../shared/comments.ts'
import { countListComments, countReviewComments } from '../counters.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'

type Reader = Pick<Tx, '$queryRaw'>

/** Where a comment stands; `albumKey` is the identity of the album that a review is of, null under a list. */
export type Place = { thread: Thread; albumKey: string | null }

/** The columns of a comment that say where it stands. */
export const columnsOf = (thread: Thread): { listId: number | null; logId: number | null } =>
  'list' in thread ? { listId: thread.list, logId: null } : { listId: null, logId: thread.review }

/** The condition on `Comment c` to stand in a thread. */
export const inThread = (thread: Thread): Prisma.Sql =>
  'list' in thread ? Prisma.sql`c.listId = ${thread.list}` : Prisma.sql`c.logId = ${thread.review}`

/** Where the comments of a thread stand. @throws notFound for a list or a review that nobody can see (any more) */
export async function getPlace(db: Reader, thread: Thread): Promise<Place> {
  const isList = 'list' in thread
  const [row] = isList
    ? await db.$queryRaw<{ albumKey: string | null }[]>`
        SELECT NULL AS albumKey FROM List l JOIN User u ON u.id = l.userId
        WHERE l.id = ${thread.list} AND u.disabledAt IS NULL`
    : await db.$queryRaw<{ albumKey: string | null }[]>`
        SELECT a.\`key\` AS albumKey FROM Log l JOIN User u ON u.id = l.userId JOIN Album a ON a.id = l.albumId
        WHERE l.id = ${thread.review} AND l.reviewedAt IS NOT NULL AND u.disabledAt IS NULL`
  if (!row) throw notFound((texts) => (isList ? texts.lists.notFound : texts.logs.reviewNotFound))
  return { thread, albumKey: row.albumKey }
}

/**
 * The same, and it stays so until the transaction's end: nobody removes the list, the log or its text meanwhile.
 * Others who comment do not wait. (Not `FOR SHARE`, which MariaDB does not know.)
 */
export async function lockPlace(tx: Tx, thread: Thread): Promise<Place> {
  // Alone, because every row of a join would be locked: its owner's too, who may be about to lock ours.
  if ('list' in thread) await tx.$queryRaw`SELECT id FROM List WHERE id = ${thread.list} LOCK IN SHARE MODE`
  else await tx.$queryRaw`SELECT id FROM Log WHERE id = ${thread.review} LOCK IN SHARE MODE`
  return await getPlace(tx, thread)
}

/** How many comments a thread shows. */
export async function countInThread(db: Reader, thread: Thread): Promise<number> {
  const [id, count] = 'list' in thread ? [thread.list, countListComments] : [thread.review, countReviewComments]
  return (await count(db, [id])).get(id) ?? 0
}
