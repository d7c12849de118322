import { threadOf } from '../../shared/comments.ts'
import { topics } from '../../shared/events.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { UNCOUNTED } from '../live/eventLog.ts'
import type { LockedPair } from '../users/lock.ts'

// While one of two users blocks the other, nobody sees comments of either on lists and reviews of the other.

type Pair = { authorId: number; ownerId: number }
type Found = Awaited<ReturnType<typeof commentsUnder>>[number]

/** Finds a user's comments on the lists and reviews of another one that are, or are not, marked as blocked. */
const commentsUnder = (tx: Tx, { authorId, ownerId }: Pair, isBlocked: boolean) =>
  rows(
    tx,
    kysely
      .selectFrom('Comment as c')
      .leftJoin('List as l', 'l.id', 'c.listId')
      .leftJoin('Log as r', 'r.id', 'c.logId')
      .leftJoin('Album as a', 'a.id', 'r.albumId')
      .select(['c.id', 'c.listId', 'c.logId', 'c.hiddenAt', 'a.key'])
      .select((eb) => eb.fn.coalesce('l.visibility', 'r.visibility').$notNull().as('level'))
      .where('c.userId', '=', authorId)
      .where('c.isBlocked', '=', isBlocked)
      .where((eb) => eb(eb.fn.coalesce('l.userId', 'r.userId'), '=', ownerId)),
  )

const directions = ([one, other]: LockedPair): Pair[] => [
  { authorId: one, ownerId: other },
  { authorId: other, ownerId: one },
]

async function setBlocked(tx: Tx, comments: readonly Found[], isBlocked: boolean): Promise<void> {
  const ids = Prisma.join(comments.map(({ id }) => id))
  await tx.$executeRaw`UPDATE Comment SET isBlocked = ${isBlocked} WHERE id IN (${ids})`
  // Comments that a moderator hides and those of disabled users are not counted anyway.
  await tx.$executeRaw`
    INSERT INTO CommentCount (listId, logId, comments)
    SELECT c.listId, c.logId, ${isBlocked ? -1 : 1} * COUNT(*) FROM Comment c JOIN User u ON u.id = c.userId
    WHERE c.id IN (${ids}) AND c.hiddenAt IS NULL AND u.disabledAt IS NULL GROUP BY c.listId, c.logId`
}

/** Notifies album pages that the comment counts of reviews changed. */
function emitCommented({ emit }: Write, ownerId: number, comments: readonly Found[]): void {
  const reviews = new Map(comments.flatMap((each) => (each.logId === null ? [] : [[each.logId, each]])))
  for (const [id, { key, level }] of reviews) {
    const event = { type: 'review.commented', id, commentCount: UNCOUNTED } as const
    emit(topicOfKey(key!), event, null, { ownerId, level: level as Visibility })
  }
}

/** Hides two users' comments on each other's lists and reviews from everybody. */
export async function hideCommentsBetween(write: Write, people: LockedPair): Promise<void> {
  for (const pair of directions(people)) {
    const comments = await commentsUnder(write.tx, pair, false)
    if (comments.length === 0) continue
    await setBlocked(write.tx, comments, true)
    for (const comment of comments) {
      const [thread, { id }] = [threadOf(comment), comment]
      const audience = { ownerId: pair.ownerId, level: comment.level }
      const event = { type: 'comment.removed', thread, id, count: UNCOUNTED } as const
      write.emit(topics.thread(thread), event, null, audience)
    }
    emitCommented(write, pair.ownerId, comments)
  }
}

/** Shows the comments again. Pages that show the authors refetch. */
export async function showCommentsBetween(write: Write, people: LockedPair): Promise<void> {
  for (const pair of directions(people)) {
    const comments = await commentsUnder(write.tx, pair, true)
    if (comments.length === 0) continue
    await setBlocked(write.tx, comments, false)
    write.emit(topics.people(), { type: 'user.audience', id: pair.authorId }, pair.authorId)
    emitCommented(write, pair.ownerId, comments)
  }
}
