import { sql } from 'kysely'
import type { Thread } from '../shared/comments.ts'
import { isShownTo, NOBODY } from './access/visibleTo.ts'
import { listComments, reviewComments } from './commentCounts.ts'
import type { Audience } from './core/change.ts'
import type { Tx } from './lib/db.ts'
import { notFound } from './lib/errors.ts'
import { kysely, statement } from './lib/sql.ts'

/**
 * Location of a comment. `albumKey` identifies the album of a review; it is null under a list. The audience is that of the list
 * or review.
 */
export type Place = { thread: Thread; albumKey: string | null; audience: Audience }

/** Returns the columns of a comment that identify its thread. */
export const columnsOf = (thread: Thread): { listId: number | null; logId: number | null } =>
  'list' in thread ? { listId: thread.list, logId: null } : { listId: null, logId: thread.review }

/** Returns the location of a thread's comments; null if the viewer cannot see the list or the review (any more). */
export async function findPlace(
  db: Tx,
  viewer: { id: number } | null,
  thread: Thread,
): Promise<Place | null> {
  const viewerId = viewer?.id ?? NOBODY
  const [row] =
    'list' in thread
      ? await placeOfList(db, { id: thread.list, viewerId })
      : await placeOfReview(db, { id: thread.review, viewerId })
  return row ? { thread, albumKey: row.albumKey, audience: { ownerId: row.ownerId, level: row.level } } : null
}

/** Does the same as `findPlace`. @throws notFound if there is none for the viewer */
export async function getPlace(db: Tx, viewer: { id: number } | null, thread: Thread): Promise<Place> {
  const place = await findPlace(db, viewer, thread)
  if (!place) throw notFound('list' in thread ? 'lists.notFound' : 'logs.reviewNotFound')
  return place
}

type Requested = { id: number; viewerId: number }

const placeOfList = statement(({ id, viewerId }: Requested) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select((eb) => ['u.id as ownerId', 'l.visibility as level', eb.lit(null).as('albumKey')])
    .where('l.id', '=', id)
    .where(isShownTo(viewerId)),
)
const placeOfReview = statement(({ id, viewerId }: Requested) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select(['u.id as ownerId', 'l.visibility as level', 'a.key as albumKey'])
    .where('l.id', '=', id)
    .where('l.reviewedAt', 'is not', null)
    .where(isShownTo(viewerId)),
)

// Not `FOR SHARE`, which MariaDB does not support.
const inShareMode = sql`LOCK IN SHARE MODE`
const lockedList = statement(({ id }: { id: number }) =>
  kysely.selectFrom('List').select('id').where('id', '=', id).modifyEnd(inShareMode),
)
const lockedReview = statement(({ id }: { id: number }) =>
  kysely.selectFrom('Log').select('id').where('id', '=', id).modifyEnd(inShareMode),
)

/**
 * Does the same as `getPlace`, with a lock until the end of the transaction: the list, the log or its text cannot be removed
 * until then. Other comments do not wait.
 */
export async function lockPlace(tx: Tx, viewer: { id: number }, thread: Thread): Promise<Place> {
  // A separate statement: in a join every row would be locked, also that of the owner, whose transaction may be about to lock
  // ours.
  if ('list' in thread) await lockedList(tx, { id: thread.list })
  else await lockedReview(tx, { id: thread.review })
  return await getPlace(tx, viewer, thread)
}

/** Returns the number of comments in a thread. */
export async function countInThread(db: Tx, thread: Thread): Promise<number> {
  const [id, { count }] = 'list' in thread ? [thread.list, listComments] : [thread.review, reviewComments]
  return (await count(db, [id])).get(id) ?? 0
}
