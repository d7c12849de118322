import type { Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import type { LockedUser } from '../users/lock.ts'
import { keepLevels } from './revisions.ts'

/** Gives all lists of a user one visibility; returns how many had another. */
export async function changeLevelOfLists(
  write: Write,
  userId: LockedUser,
  level: Visibility,
): Promise<number> {
  // An edit that began earlier is merged with this and does not undo it.
  await keepLevels(write, { userId, level })
  return await write.tx.$executeRaw`
    UPDATE List SET hiddenLevel = IF(hiddenLevel IS NULL, NULL, ${level}),
      visibility = IF(hiddenLevel IS NULL, ${level}, 'me'), version = version + 1
    WHERE userId = ${userId} AND COALESCE(hiddenLevel, visibility) <> ${level}`
}
