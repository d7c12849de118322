import { sql } from 'kysely'
import type { Thread } from '../../shared/comments.ts'
import { listComments, reviewComments } from '../commentCounts.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { isVisible } from '../visible.ts'

/** What a comment is under; `albumKey` is the identity of the album that a review is of, null under a list. */
export type Place = { thread: Thread; albumKey: string | null }

/** The columns of a comment that name its thread. */
export const columnsOf = (thread: Thread): { listId: number | null; logId: number | null } =>
  'list' in thread ? { listId: thread.list, logId: null } : { listId: null, logId: thread.review }

/** What the comments of a thread are under. @throws notFound for a list or a review that nobody can see (any more) */
export async function getPlace(db: Tx, thread: Thread): Promise<Place> {
  const [row] =
    'list' in thread
      ? await placeOfList(db, { id: thread.list })
      : await placeOfReview(db, { id: thread.review })
  if (!row) throw notFound('list' in thread ? 'lists.notFound' : 'logs.reviewNotFound')
  return { thread, albumKey: row.albumKey }
}

const placeOfList = statement(({ id }: { id: number }) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select((eb) => eb.lit(null).as('albumKey'))
    .where('l.id', '=', id)
    .where(isVisible),
)
const placeOfReview = statement(({ id }: { id: number }) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select('a.key as albumKey')
    .where('l.id', '=', id)
    .where('l.reviewedAt', 'is not', null)
    .where(isVisible),
)

// Not `FOR SHARE`, which MariaDB does not know.
const inShareMode = sql`LOCK IN SHARE MODE`
const lockedList = statement(({ id }: { id: number }) =>
  kysely.selectFrom('List').select('id').where('id', '=', id).modifyEnd(inShareMode),
)
const lockedReview = statement(({ id }: { id: number }) =>
  kysely.selectFrom('Log').select('id').where('id', '=', id).modifyEnd(inShareMode),
)

/**
 * The same, locked until the transaction's end: the list, the log or its text cannot be removed meanwhile.
 * Others who comment do not wait.
 */
export async function lockPlace(tx: Tx, thread: Thread): Promise<Place> {
  // Alone, because every row of a join would be locked: its owner's too, who may be about to lock ours.
  if ('list' in thread) await lockedList(tx, { id: thread.list })
  else await lockedReview(tx, { id: thread.review })
  return await getPlace(tx, thread)
}

/** How many comments a thread shows. */
export async function countInThread(db: Tx, thread: Thread): Promise<number> {
  const [id, { count }] = 'list' in thread ? [thread.list, listComments] : [thread.review, reviewComments]
  return (await count(db, [id])).get(id) ?? 0
}
