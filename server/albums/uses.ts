import type { AlbumEntry } from '../../shared/albums.ts'
import type { Tx } from '../lib/db.ts'

/**
 * True if another user has the album in any way, visible to others or not: a listening, a heart, a list, an import; and if it was
 * merged, or another album was merged into it.
 */
export async function isUsedByOthers(
  tx: Tx,
  { albumId, exceptId }: { albumId: number; exceptId: number },
): Promise<boolean> {
  const others = { not: exceptId }
  const where = { albumId, userId: others }
  const uses = [
    await tx.log.findFirst({ where, select: { id: true } }),
    await tx.favorite.findFirst({ where, select: { albumId: true } }),
    await tx.topAlbum.findFirst({ where, select: { albumId: true } }),
    await tx.listenLater.findFirst({ where, select: { albumId: true } }),
    await tx.listAlbum.findFirst({
      where: { albumId, list: { userId: others } },
      select: { albumId: true },
    }),
    await tx.importAlbum.findFirst({
      where: { albumId, import: { userId: others } },
      select: { id: true },
    }),
    await tx.album.findFirst({
      where: { OR: [{ id: albumId, mergedIntoId: { not: null } }, { mergedIntoId: albumId }] },
      select: { id: true },
    }),
  ]
  return uses.some((use) => use !== null)
}

export async function countOwn(
  tx: Tx,
  { albumId, userId }: { albumId: number; userId: number },
): Promise<AlbumEntry['own']> {
  const where = { albumId, userId }
  const [listens, hearts, lists] = await Promise.all([
    tx.log.count({ where }),
    tx.favorite.count({ where }),
    tx.listAlbum.count({ where: { albumId, list: { userId } } }),
  ])
  return { listens, hearts, lists }
}
