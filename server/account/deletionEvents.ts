import { threadOf } from '../../shared/comments.ts'
import { topics, type PlakEvent } from '../../shared/events.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Audience } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { readLikesEvents } from '../likes/deletion.ts'
import { UNCOUNTED } from '../live/eventLog.ts'

/** A removal is sent to everyone on the topic and contains only an id; events about remaining things have an audience. */
type DeletionEvent = { topic: string; event: PlakEvent; audience?: Audience }

/** Call it before the rows are deleted and while the user is locked, so that no rows are added afterwards. */
export async function readDeletionEvents(tx: Tx, userId: number): Promise<DeletionEvent[]> {
  const reviews = await rows(
    tx,
    kysely
      .selectFrom('Log as l')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['l.id', 'a.key'])
      .where('l.userId', '=', userId)
      .where('l.reviewedAt', 'is not', null)
      .orderBy('l.id'),
  )
  const lists = await rows(
    tx,
    kysely.selectFrom('List').select('id').where('userId', '=', userId).orderBy('id'),
  )
  return [
    ...reviews.map(({ id, key }) => ({
      topic: topicOfKey(key),
      event: { type: 'review.removed', id } as const,
    })),
    ...lists.map(({ id }) => ({ topic: topics.list(id), event: { type: 'list.removed', id } as const })),
    ...(await eventsOfComments(tx, userId)),
    ...(await readLikesEvents(tx, userId)),
  ]
}

/** Only comments in threads of others: pages of the user's own lists and reviews are removed with their comments. */
async function eventsOfComments(tx: Tx, userId: number): Promise<DeletionEvent[]> {
  const comments = await rows(
    tx,
    kysely
      .selectFrom('Comment as c')
      .leftJoin('List as l', 'l.id', 'c.listId')
      .leftJoin('Log as r', 'r.id', 'c.logId')
      .leftJoin('Album as a', 'a.id', 'r.albumId')
      .select(['c.id', 'c.listId', 'c.logId', 'a.key'])
      .select((eb) => [
        eb.fn.coalesce('l.userId', 'r.userId').$notNull().as('ownerId'),
        eb.fn.coalesce('l.visibility', 'r.visibility').$notNull().as('level'),
      ])
      .where((eb) => eb(eb.fn.coalesce('l.userId', 'r.userId'), '<>', userId))
      .where('c.userId', '=', userId)
      .orderBy('c.id'),
  )
  const reviews = new Map(
    comments.flatMap(({ logId, key, ownerId, level }) =>
      logId === null || key === null ? [] : [[logId, { key, audience: { ownerId, level } }] as const],
    ),
  )
  return [
    ...comments.map((comment): DeletionEvent => {
      const [thread, { id }] = [threadOf(comment), comment]
      return {
        topic: topics.thread(thread),
        event: { type: 'comment.removed', thread, id, count: UNCOUNTED },
      }
    }),
    ...[...reviews].map(([id, { key, audience }]): DeletionEvent => {
      const event = { type: 'review.commented', id, commentCount: UNCOUNTED } as const
      return { topic: topicOfKey(key), event, audience }
    }),
  ]
}
