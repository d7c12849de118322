import { sql, type Compilable } from 'kysely'
import type { Thread } from '../../shared/comments.ts'
import type { Visibility } from '../../shared/visibility.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { isShownTo, NOBODY } from './visibleTo.ts'

/** `albumKey` is the album of a review, null under a list. The audience is that of the list or review. */
export type Place = {
  thread: Thread
  albumKey: string | null
  audience: { ownerId: number; level: Visibility }
}

export const columnsOf = (thread: Thread): { listId: number | null; logId: number | null } =>
  'list' in thread ? { listId: thread.list, logId: null } : { listId: null, logId: thread.review }

export async function findPlace(
  db: Tx,
  viewer: { id: number } | null,
  thread: Thread,
): Promise<Place | null> {
  const [row] = await placeOf(db, { thread, viewerId: viewer?.id ?? NOBODY })
  return row ? { thread, albumKey: row.albumKey, audience: { ownerId: row.ownerId, level: row.level } } : null
}

/** @throws notFound if the viewer cannot see the list or the review */
export async function getPlace(db: Tx, viewer: { id: number } | null, thread: Thread): Promise<Place> {
  const place = await findPlace(db, viewer, thread)
  if (!place) throw notFound('list' in thread ? 'lists.notFound' : 'logs.reviewNotFound')
  return place
}

export const columnOf = (thread: Thread): readonly ['listId' | 'logId', number] =>
  'list' in thread ? ['listId', thread.list] : ['logId', thread.review]

type PlaceRow = { ownerId: number; level: Visibility; albumKey: string | null }
const placeOf = statement(
  ({ thread, viewerId }: { thread: Thread; viewerId: number }): Compilable<PlaceRow> =>
    'list' in thread
      ? kysely
          .selectFrom('List as l')
          .innerJoin('User as u', 'u.id', 'l.userId')
          .select((eb) => ['u.id as ownerId', 'l.visibility as level', eb.lit(null).as('albumKey')])
          .where('l.id', '=', thread.list)
          .where(isShownTo(viewerId))
      : kysely
          .selectFrom('Log as l')
          .innerJoin('User as u', 'u.id', 'l.userId')
          .innerJoin('Album as a', 'a.id', 'l.albumId')
          .select(['u.id as ownerId', 'l.visibility as level', 'a.key as albumKey'])
          .where('l.id', '=', thread.review)
          .where('l.reviewedAt', 'is not', null)
          .where(isShownTo(viewerId)),
)

export const commentsWithThread = kysely
  .selectFrom('Comment as c')
  .leftJoin('List as l', 'l.id', 'c.listId')
  .leftJoin('Log as r', 'r.id', 'c.logId')
  .select((eb) => [
    'c.id',
    'c.listId',
    'c.logId',
    eb.fn.coalesce('l.userId', 'r.userId').$notNull().as('ownerId'),
    eb.fn.coalesce('l.visibility', 'r.visibility').$notNull().as('level'),
  ])

// Not `FOR SHARE`, which MariaDB does not support.
const lockedThing = statement(({ thread }: { thread: Thread }) => {
  const [table, id] = 'list' in thread ? (['List', thread.list] as const) : (['Log', thread.review] as const)
  return kysely
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .modifyEnd(sql`LOCK IN SHARE MODE`)
})

/** Locks the list, or the log and its text, against removal until the transaction ends. Other comments do not wait. */
export async function lockPlace(tx: Tx, viewer: { id: number }, thread: Thread): Promise<Place> {
  // A separate statement: in a join every row would be locked, also that of the owner, whose transaction may be about to lock
  // ours.
  await lockedThing(tx, { thread })
  return await getPlace(tx, viewer, thread)
}
