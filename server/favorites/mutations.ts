import type { AlbumCard } from '../../shared/catalog.ts'
import type { SetFavoriteInput, SetTopInput } from '../../shared/favorites.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import type { Deps } from '../deps.ts'
import { transaction } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { change } from '../live/change.ts'
import { emitLogSaved } from '../logs/events.ts'
import { writeHeart } from '../logs/heart.ts'
import type { SignedIn } from '../trpc.ts'
import { lockPerson } from '../users/lock.ts'

/** Adds an album to the viewer's favourites or takes it out; saying the same twice changes nothing. @throws notFound; unavailable */
export async function setFavorite(
  deps: Deps,
  viewer: SignedIn,
  { favorite, ...ref }: SetFavoriteInput,
): Promise<{ favorite: boolean }> {
  const album = await resolveAlbum(deps, ref)
  const place = { userId: viewer.id, albumId: album.id }
  await change(deps, async (tx, emit) => {
    await lockPerson(tx, viewer.id)
    if (!(await writeHeart(tx, viewer.id, album.id, favorite, deps.now()))) return
    const log = await tx.log.findUnique({ where: { userId_albumId: place }, select: { id: true } })
    if (!log) return
    await tx.log.update({ where: { id: log.id }, data: { version: { increment: 1 } }, select: { id: true } })
    await emitLogSaved(tx, emit, viewer.id, log.id)
  })
  return { favorite }
}

/** Replaces the ordered albums on top of the viewer's profile. @throws invalid for one album twice; notFound; unavailable */
export async function setTop(deps: Deps, viewer: SignedIn, { albums }: SetTopInput): Promise<AlbumCard[]> {
  const rows = await Promise.all(albums.map((ref) => resolveAlbum(deps, ref)))
  // Asked of the rows: two names may lead to one album.
  const double = rows.findIndex(({ id }, index) => rows.findIndex((other) => other.id === id) < index)
  if (double >= 0) throw invalid('favorites.topTwice', `albums.${double}`)
  await transaction(deps.db, async (tx) => {
    await lockPerson(tx, viewer.id)
    await tx.topAlbum.deleteMany({ where: { userId: viewer.id } })
    await tx.topAlbum.createMany({
      data: rows.map(({ id }, position) => ({ userId: viewer.id, position, albumId: id })),
    })
  })
  return rows.map(({ artist, name, image }) => ({ artist, name, image }))
}
