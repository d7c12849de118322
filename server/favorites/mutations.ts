import type { SetFavoriteInput } from '../../shared/favorites.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { change } from '../change.ts'
import { writeHeart } from '../logs/heart.ts'
import { tellLogSaved } from '../logs/tell.ts'
import { lockPerson } from '../users/lock.ts'

/** Adds an album to the viewer's favourites or takes it out; saying the same twice changes nothing. @throws notFound; unavailable */
export async function setFavorite(
  deps: Deps,
  viewer: SignedIn,
  { favorite, ...ref }: SetFavoriteInput,
): Promise<{ favorite: boolean }> {
  const album = await resolveAlbum(deps, ref)
  const place = { userId: viewer.id, albumId: album.id }
  await change(deps, async (tx, tell) => {
    await lockPerson(tx, viewer.id)
    if (!(await writeHeart(tx, viewer.id, album.id, favorite, deps.now()))) return
    const log = await tx.log.findUnique({ where: { userId_albumId: place }, select: { id: true } })
    if (!log) return
    await tx.log.update({ where: { id: log.id }, data: { version: { increment: 1 } }, select: { id: true } })
    await tellLogSaved(tx, tell, viewer.id, log.id)
  })
  return { favorite }
}
