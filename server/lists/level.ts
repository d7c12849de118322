import type { Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import type { LockedUser } from '../users/lock.ts'
import { keepLevels } from './revisions.ts'

/** Sets the visibility of all lists of a user; returns how many changed. */
export async function changeLevelOfLists(
  write: Write,
  userId: LockedUser,
  level: Visibility,
): Promise<number> {
  // With these revisions, an edit that began earlier is merged and does not undo this change.
  await keepLevels(write, { userId, level })
  return await write.tx.$executeRaw`
    UPDATE List SET hiddenLevel = IF(hiddenLevel IS NULL, NULL, ${level}),
      visibility = IF(hiddenLevel IS NULL, ${level}, 'me'), version = version + 1
    WHERE userId = ${userId} AND COALESCE(hiddenLevel, visibility) <> ${level}`
}
