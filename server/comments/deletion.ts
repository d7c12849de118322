import type { Write } from '../core/change.ts'
import type { LockedUser } from '../users/lock.ts'

/**
 * Deletes the comments of a user who is being removed, and those under their reviews and lists. The schema's cascades would, but
 * MySQL 9.7 does not follow User → Log → Comment where it follows User → Comment as well, and leaves them.
 */
export async function deleteCommentsOf({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<void> {
  await tx.$executeRaw`DELETE FROM Comment WHERE logId IN (SELECT id FROM Log WHERE userId = ${userId})`
  await tx.$executeRaw`DELETE FROM Comment WHERE listId IN (SELECT id FROM List WHERE userId = ${userId})`
  await tx.$executeRaw`DELETE FROM Comment WHERE userId = ${userId}`
}
