import type { Thread } from '../../shared/comments.ts'
import type { Tx } from '../lib/db.ts'
import type { LockedUser } from '../users/lock.ts'

// Updates the comment counts of threads (server/commentCounts.ts reads them).

/** Adds to the count of a thread. Needs the author's lock, because comments of a disabled user are not counted. */
export async function addToCount(
  tx: Tx,
  _: LockedUser,
  { thread, by }: { thread: Thread; by: 1 | -1 },
): Promise<void> {
  const [listId, logId] = 'list' in thread ? [thread.list, null] : [null, thread.review]
  await tx.$executeRaw`INSERT INTO CommentCount (listId, logId, comments) VALUES (${listId}, ${logId}, ${by})`
}

/** Adds or subtracts all comments of a user, who was enabled, was disabled or is being deleted. */
export async function countPerson(tx: Tx, userId: LockedUser, by: 1 | -1): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO CommentCount (listId, logId, comments)
    SELECT listId, logId, ${by} * COUNT(*) FROM Comment
    WHERE userId = ${userId} AND NOT isBlocked AND hiddenAt IS NULL GROUP BY listId, logId`
}

/** Recounts all comments after they were written with plain SQL. */
export async function recountComments(tx: Pick<Tx, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`DELETE FROM CommentCount`
  await tx.$executeRaw`
    INSERT INTO CommentCount (listId, logId, comments)
    SELECT c.listId, c.logId, COUNT(*) FROM Comment c JOIN User u ON u.id = c.userId
    WHERE u.disabledAt IS NULL AND NOT c.isBlocked AND c.hiddenAt IS NULL GROUP BY c.listId, c.logId`
}
