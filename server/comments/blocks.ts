import { threadOf } from '../../shared/comments.ts'
import { topics } from '../../shared/events.ts'
import { commentsWithThread } from '../access/threads.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { rows } from '../lib/sql.ts'
import { UNCOUNTED } from '../live/eventLog.ts'
import type { LockedPair } from '../users/lock.ts'
import { countBlocked } from './counts.ts'
import { emitCommented } from './mutations.ts'

// While one of two users blocks the other, nobody sees comments of either on lists and reviews of the other.

type Pair = { authorId: number; ownerId: number }

const commentsUnder = (tx: Tx, { authorId, ownerId }: Pair, isBlocked: boolean) =>
  rows(
    tx,
    commentsWithThread
      .leftJoin('Album as a', 'a.id', 'r.albumId')
      .select('a.key')
      .where('c.userId', '=', authorId)
      .where('c.isBlocked', '=', isBlocked)
      .where((eb) => eb(eb.fn.coalesce('l.userId', 'r.userId'), '=', ownerId)),
  )

/** Hides two users' comments on each other's lists and reviews from everybody, or shows them again. */
export async function setCommentsBlocked(
  write: Write,
  [one, other]: LockedPair,
  isBlocked: boolean,
): Promise<void> {
  for (const [authorId, ownerId] of [
    [one, other],
    [other, one],
  ] as const) {
    const comments = await commentsUnder(write.tx, { authorId, ownerId }, !isBlocked)
    if (comments.length === 0) continue
    const ids = comments.map(({ id }) => id)
    await write.tx.comment.updateMany({ where: { id: { in: ids } }, data: { isBlocked } })
    await countBlocked(write.tx, ids, isBlocked)
    const places = comments.map(({ id, key, level, ...row }) => {
      return { id, thread: threadOf(row), albumKey: key, audience: { ownerId, level } }
    })
    if (!isBlocked) write.emit(topics.people(), { type: 'user.audience', id: authorId }, authorId)
    for (const { id, thread, audience } of isBlocked ? places : []) {
      const event = { type: 'comment.removed', thread, id, count: UNCOUNTED } as const
      write.emit(topics.thread(thread), event, null, audience)
    }
    const threads = new Map(places.map((place) => [JSON.stringify(place.thread), place]))
    for (const place of threads.values()) emitCommented(write, place)
  }
}
