import type { AlbumRef } from '../../shared/catalog.ts'
import { utcDay } from '../../shared/days.ts'
import type { AlbumState, OwnLog } from '../../shared/logs.ts'
import { findAlbum } from '../catalog/albums.ts'
import type { Deps } from '../deps.ts'
import type { Log } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import type { SignedIn } from '../trpc.ts'

const seenByOwner = (log: Log, favorite: boolean): OwnLog => ({
  id: log.id,
  rating: log.rating,
  review: log.review ?? '',
  date: utcDay(log.date),
  favorite,
  createdAt: log.createdAt.toISOString(),
  updatedAt: log.updatedAt.toISOString(),
})

/** One log as its owner sees it. The id must be there. */
export async function readOwnLog(db: Tx, id: number): Promise<OwnLog> {
  const log = await db.log.findUniqueOrThrow({ where: { id } })
  const hearts = await db.favorite.count({ where: { userId: log.userId, albumId: log.albumId } })
  return seenByOwner(log, hearts > 0)
}

/** The viewer's log and heart of an album. An album that nobody needed yet has neither. */
export async function getAlbumState(deps: Deps, viewer: SignedIn, ref: AlbumRef): Promise<AlbumState> {
  const album = await findAlbum(deps, ref)
  if (!album) return { log: null, favorite: false, listenLater: false }
  const place = { userId: viewer.id, albumId: album.id }
  const [log, hearts, wishes] = await Promise.all([
    deps.db.log.findUnique({ where: { userId_albumId: place } }),
    deps.db.favorite.count({ where: place }),
    deps.db.listenLater.count({ where: place }),
  ])
  const favorite = hearts > 0
  return { log: log && seenByOwner(log, favorite), favorite, listenLater: wishes > 0 }
}
