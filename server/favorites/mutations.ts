import type { AlbumCard } from '../../shared/catalog.ts'
import type { SetFavoriteInput, SetTopInput } from '../../shared/favorites.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { transaction } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { emitLogSaved, emitOwnChange } from '../logs/events.ts'
import { writeHeart } from '../logs/heart.ts'
import { lockUser } from '../users/lock.ts'
import { writeTopAlbums } from '../users/topAlbums.ts'

/** so many of the newest entries of an album are emitted when its heart changes */
const EMITTED = 20

/** Adds an album to the viewer's favourites or takes it out; saying the same twice changes nothing. @throws notFound; unavailable */
export async function setFavorite(
  deps: Deps,
  viewer: SignedIn,
  { favorite, ...ref }: SetFavoriteInput,
): Promise<{ favorite: boolean }> {
  const album = await resolveAlbum(deps, ref)
  await change(deps, async (write) => {
    const place = { userId: await lockUser(write.tx, viewer.id), albumId: album.id }
    if (!(await writeHeart(write, place, favorite))) return
    // Each entry shows the heart of its album. A person with very many listenings of an album has old entries that no page shows.
    await write.tx.log.updateMany({ where: place, data: { version: { increment: 1 } } })
    const logs = await write.tx.log.findMany({
      where: place,
      orderBy: [{ date: 'desc' }, { id: 'desc' }],
      take: EMITTED,
    })
    for (const log of logs) await emitLogSaved(write, log, log)
    await emitOwnChange(write, place)
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
    const user = await lockUser(tx, viewer.id)
    await writeTopAlbums(
      { tx },
      user,
      rows.map(({ id }) => id),
    )
  })
  return rows.map(({ artist, name, image }) => ({ artist, name, image }))
}
