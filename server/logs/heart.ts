import type { Tx } from '../lib/db.ts'

/** Writes or deletes a favourite; returns whether that changed anything. A log's entry shows the heart: emit that, too. */
export async function writeHeart(
  tx: Tx,
  userId: number,
  albumId: number,
  favorite: boolean,
  now: Date,
): Promise<boolean> {
  const changed = favorite
    ? await tx.$executeRaw`INSERT IGNORE INTO Favorite (userId, albumId, createdAt) VALUES (${userId}, ${albumId}, ${now})`
    : await tx.$executeRaw`DELETE FROM Favorite WHERE userId = ${userId} AND albumId = ${albumId}`
  return changed > 0
}
