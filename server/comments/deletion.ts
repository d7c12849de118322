import type { Write } from '../core/change.ts'
import type { LockedUser } from '../users/lock.ts'

/**
 * Deletes the comments of a user who is being removed, and those on their reviews and lists. The schema's cascades are
 * not enough: MySQL 9.7 does not follow User → Log → Comment if it also follows User → Comment, and keeps those rows.
 */
export async function deleteCommentsOf({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<void> {
  await tx.$executeRaw`DELETE FROM Comment WHERE logId IN (SELECT id FROM Log WHERE userId = ${userId})`
  await tx.$executeRaw`DELETE FROM Comment WHERE listId IN (SELECT id FROM List WHERE userId = ${userId})`
  await tx.$executeRaw`DELETE FROM Comment WHERE userId = ${userId}`
}
