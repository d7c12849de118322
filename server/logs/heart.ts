import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows } from '../lib/sql.ts'
import type { Batch, LockedUser } from '../users/lock.ts'
import { inBatches } from './inBatches.ts'

/**
 * Creates or deletes a favorite; returns whether this changed anything. Feed entries show the heart: the caller must
 * emit them again.
 */
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

/** Adds the favorites of an import; existing ones stay unchanged. */
export async function addHearts(
  tx: Tx,
  userId: LockedUser,
  hearts: readonly { albumId: number; createdAt: Date }[],
): Promise<void> {
  const existing = await tx.favorite.findMany({
    where: { userId, albumId: { in: hearts.map(({ albumId }) => albumId) } },
    select: { albumId: true },
  })
  const known = new Set(existing.map(({ albumId }) => albumId))
  // Two names in a file can belong to the same album.
  const added = hearts.filter(({ albumId }) => !known.has(albumId) && known.add(albumId))
  await insertRows(
    tx,
    'Favorite',
    added.map(({ albumId, createdAt }) => ({ userId, albumId, createdAt })),
  )
  await raiseVersions(
    tx,
    userId,
    added.map(({ albumId }) => albumId),
  )
}

/** Deletes those favorites of an import that were not set again since; returns how many. */
export async function removeHearts(
  tx: Tx,
  userId: LockedUser,
  { albumIds, setBefore }: { albumIds: readonly number[]; setBefore: Date },
): Promise<number> {
  let removed = 0
  await inBatches(albumIds, async (batch) => {
    const which = { userId, albumId: { in: batch }, createdAt: { lte: setBefore } }
    const found = await tx.favorite.findMany({ where: which, select: { albumId: true } })
    await tx.favorite.deleteMany({ where: which })
    await raiseVersions(
      tx,
      userId,
      found.map(({ albumId }) => albumId),
    )
    removed += found.length
  })
  return removed
}

/** Increments the version of a user's listenings of some albums, because each listening shows the heart of its album. */
const raiseVersions = (tx: Tx, userId: LockedUser, albumIds: readonly number[]): Promise<void> =>
  inBatches(
    albumIds,
    (batch) => tx.$executeRaw`
      UPDATE Log SET version = version + 1 WHERE userId = ${userId} AND albumId IN (${Prisma.join(batch)})`,
  )

/** Deletes a batch of the favorites of a user who is being removed; returns its size. */
export const deleteFavoritesOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  tx.$executeRaw`DELETE FROM Favorite WHERE userId = ${userId} ORDER BY albumId LIMIT ${limit}`
