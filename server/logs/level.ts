import { sees, type Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { LockedUser } from '../users/lock.ts'
import { writeHeads } from '../users/write/feedHeads.ts'
import { writeOpinions } from './opinion.ts'
import { levelTags, markHidden } from './tags.ts'

/**
 * Sets the visibility of all listenings of a user, including their opinions, tags and feed entries. Returns how many
 * changed. The number of statements does not depend on the number of listenings, except those that a moderator hides.
 */
export async function changeLevelOfLogs(
  { tx, now }: Write,
  userId: LockedUser,
  level: Visibility,
): Promise<number> {
  const feedAt = Prisma.raw(sees('follower', level) ? 'enteredAt' : 'NULL')
  const changed = await tx.$executeRaw`
    UPDATE Log SET hiddenLevel = IF(hiddenLevel IS NULL, NULL, ${level}),
      visibility = IF(hiddenLevel IS NULL, ${level}, 'me'), feedAt = IF(hiddenLevel IS NULL, ${feedAt}, NULL),
      version = version + 1, updatedAt = ${now}
    WHERE userId = ${userId} AND COALESCE(hiddenLevel, visibility) <> ${level}`
  if (changed === 0) return 0
  const ratingFor = (reader: 'stranger' | 'follower') => Prisma.raw(sees(reader, level) ? 'o.rating' : '0')
  await tx.$executeRaw`
    UPDATE Opinion o JOIN User u ON u.id = o.userId
    SET o.visibility = ${level}, o.followersRating = ${ratingFor('follower')},
      o.everyoneRating = ${ratingFor('stranger')},
      o.countedRating = IF(u.disabledAt IS NULL AND NOT u.isPrivate, ${ratingFor('stranger')}, 0),
      o.addedAt = (SELECT MIN(l.createdAt) FROM Log l WHERE l.userId = o.userId AND l.albumId = o.albumId)
    WHERE o.userId = ${userId}`
  await levelTags(tx, userId, level)
  // Listenings that a moderator hides stay hidden: undo for them what the statements above wrote to opinions and tags.
  const hidden = await tx.log.findMany({
    where: { userId, hiddenLevel: { not: null } },
    select: { id: true, albumId: true },
  })
  if (hidden.length > 0) {
    await markHidden(
      tx,
      hidden.map(({ id }) => id),
      level,
    )
    await writeOpinions(
      tx,
      userId,
      hidden.map(({ albumId }) => albumId),
    )
  }
  await writeHeads(tx, [userId])
  return changed
}
