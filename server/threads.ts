import { sql } from 'kysely'
import type { Thread } from '../shared/comments.ts'
import { isShownTo, NOBODY } from './access/visibleTo.ts'
import { listComments, reviewComments } from './commentCounts.ts'
import type { Audience } from './core/change.ts'
import type { Tx } from './lib/db.ts'
import { notFound } from './lib/errors.ts'
import { kysely, statement } from './lib/sql.ts'

/**
 * Where a comment stands; `albumKey` is the identity of the album that a review is of, null under a list. The thread has the
 * audience of what it is under.
 */
export type Place = { thread: Thread; albumKey: string | null; audience: Audience }

/** The columns of a comment that name its thread. */
export const columnsOf = (thread: Thread): { listId: number | null; logId: number | null } =>
  'list' in thread ? { listId: thread.list, logId: null } : { listId: null, logId: thread.review }

/** Where the comments of a thread stand; null for a list or a review that the viewer cannot see (any more). */
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

/** The same. @throws notFound where there is none for the viewer */
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

// Not `FOR SHARE`, which MariaDB does not know.
const inShareMode = sql`LOCK IN SHARE MODE`
const lockedList = statement(({ id }: { id: number }) =>
  kysely.selectFrom('List').select('id').where('id', '=', id).modifyEnd(inShareMode),
)
const lockedReview = statement(({ id }: { id: number }) =>
  kysely.selectFrom('Log').select('id').where('id', '=', id).modifyEnd(inShareMode),
)

/**
 * The same, locked until the transaction's end: the list, the log or its text cannot be removed until then.
 * Others who comment do not wait.
 */
export async function lockPlace(tx: Tx, viewer: { id: number }, thread: Thread): Promise<Place> {
  // Alone, because every row of a join would be locked: its owner's too, who may be about to lock ours.
  if ('list' in thread) await lockedList(tx, { id: thread.list })
  else await lockedReview(tx, { id: thread.review })
  return await getPlace(tx, viewer, thread)
}

/** How many comments a thread shows. */
export async function countInThread(db: Tx, thread: Thread): Promise<number> {
  const [id, { count }] = 'list' in thread ? [thread.list, listComments] : [thread.review, reviewComments]
  return (await count(db, [id])).get(id) ?? 0
}
