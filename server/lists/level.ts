import type { Visibility } from '../../shared/visibility.ts'
import type { Tx } from '../lib/db.ts'
import { keepLevels } from './revisions.ts'

/** Gives all lists of a user one visibility; returns how many had another. The user must be locked. */
export async function changeLevelOfLists(
  tx: Tx,
  userId: number,
  level: Visibility,
  now: Date,
): Promise<number> {
  // An edit that began earlier is merged with this and does not undo it.
  await keepLevels(tx, { userId, level, now })
  return await tx.$executeRaw`
    UPDATE List SET hiddenLevel = IF(hiddenLevel IS NULL, NULL, ${level}),
      visibility = IF(hiddenLevel IS NULL, ${level}, 'me'), version = version + 1
    WHERE userId = ${userId} AND COALESCE(hiddenLevel, visibility) <> ${level}`
}
