import type { Write } from '../live/change.ts'
import type { LockedUser } from '../users/lock.ts'

/** Writes or deletes a favourite; returns whether that changed anything. A log's entry shows the heart: emit that, too. */
export async function writeHeart(
  { tx, now }: Write,
  { userId, albumId }: { userId: LockedUser; albumId: number },
  favorite: boolean,
): Promise<boolean> {
  const changed = favorite
    ? await tx.$executeRaw`INSERT IGNORE INTO Favorite (userId, albumId, createdAt) VALUES (${userId}, ${albumId}, ${now})`
    : await tx.$executeRaw`DELETE FROM Favorite WHERE userId = ${userId} AND albumId = ${albumId}`
  return changed > 0
}
