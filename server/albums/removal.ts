import type { z } from 'zod'
import type { albumInput } from '../../shared/albums.ts'
import { deleteAlbum } from '../catalog/added.ts'
import { lockAlbum } from '../catalog/facts.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { SignedIn } from '../core/trpc.ts'
import { forgetAlbum } from '../imports/forgotten.ts'
import { conflict } from '../lib/errors.ts'
import { takeOff } from '../listenLater/rows.ts'
import { removeFromLists } from '../lists/write/bulk.ts'
import { deleteLogs } from '../logs/write/bulk.ts'
import { setHeart } from '../logs/write/hearts.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { writeTopAlbums } from '../users/topAlbums.ts'
import { getAlbum, requireUnusedOwn } from './access.ts'
import { isUsedByOthers } from './uses.ts'

/**
 * Removes an album that the viewer has added, with everything of their own about it.
 * @throws notFound; forbidden if others use it, or have added it
 */
export async function removeAlbum(
  deps: WriteDeps,
  viewer: SignedIn,
  { album: ref }: z.output<typeof albumInput>,
): Promise<null> {
  await change(deps, async (write) => {
    const owner = await lockUser(write.tx, viewer.id)
    const { id: albumId } = await getAlbum(write.tx, ref)
    // From here on nobody can begin to use it.
    await lockAlbum(write, albumId)
    await requireUnusedOwn(write.tx, await getAlbum(write.tx, ref), viewer)
    await deleteWithUses(write, { owner, albumId })
  })
  return null
}

/** Used by a moderator. @throws notFound if the album no longer exists; conflict if others use it */
export async function removeAddedAlbum(
  write: Write,
  { ownerId, albumId }: { ownerId: number; albumId: number },
): Promise<void> {
  const owner = await lockUser(write.tx, ownerId)
  await lockAlbum(write, albumId)
  if (await isUsedByOthers(write.tx, { albumId, exceptId: owner })) throw conflict('albums.othersUse')
  await deleteWithUses(write, { owner, albumId })
}

/** The caller must hold the album's lock, and nobody except `owner` can use it. */
async function deleteWithUses(
  write: Write,
  { owner, albumId }: { owner: LockedUser; albumId: number },
): Promise<void> {
  const { tx } = write
  const place = { userId: owner, albumId }
  const logs = await tx.log.findMany({ where: place, orderBy: { id: 'asc' } })
  await deleteLogs(write, { owner, origin: 'hand' }, logs)
  await setHeart(write, place, false)
  await takeOff(write, place)
  await removeFromLists(write, place)
  const topAlbums = await tx.topAlbum.findMany({ where: { userId: owner }, orderBy: { position: 'asc' } })
  const otherIds = topAlbums.flatMap((top) => (top.albumId === albumId ? [] : [top.albumId]))
  if (otherIds.length < topAlbums.length) await writeTopAlbums(write, owner, otherIds)
  await forgetAlbum(write, place)
  await deleteAlbum(write, albumId)
}
