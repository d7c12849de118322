import type { AlbumCard } from '../../../shared/catalog.ts'
import type { PickInput, SetFavoriteInput, SetTopInput } from '../../../shared/favorites.ts'
import { limits } from '../../../shared/limits.ts'
import { resolveAlbum, resolveAlbums } from '../../catalog/albums.ts'
import { holdAlbums } from '../../catalog/survivors.ts'
import { change } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { transaction } from '../../lib/db.ts'
import { invalid } from '../../lib/errors.ts'
import { once } from '../../submissions/submissions.ts'
import { lockUser } from '../../users/lock.ts'
import { hasTopAlbums, writeTopAlbums } from '../../users/topAlbums.ts'
import { addPicks, setHeart } from '../write/hearts.ts'
import { settleLogs } from '../write/moved.ts'

export async function setFavorite(
  deps: Deps,
  viewer: SignedIn,
  { favorite, submission, ...ref }: SetFavoriteInput,
): Promise<{ favorite: boolean }> {
  const album = await resolveAlbum(deps, ref)
  return await change(deps, async (write) => {
    const userId = await lockUser(write.tx, viewer.id)
    const survivorOf = await settleLogs(write, userId, [album.id])
    const place = { userId, albumId: survivorOf(album.id) }
    return await once(
      write,
      { userId, procedure: 'favorites.set', id: submission },
      async () => {
        await setHeart(write, place, favorite)
        return { result: { favorite }, thingId: null }
      },
      async () => ({ favorite: (await write.tx.favorite.count({ where: place })) > 0 }),
    )
  })
}

/**
 * Gives each album a heart. The first ones become the top albums if the viewer has none yet.
 * @throws notFound on the album's field; unavailable; tooMany
 */
export async function pickAlbums(
  deps: Deps,
  viewer: SignedIn,
  { albums }: PickInput,
): Promise<{ picked: number }> {
  const ids = (await resolveAlbums(deps, albums)).map(({ id }) => id)
  return await change(deps, async (write) => {
    const userId = await lockUser(write.tx, viewer.id)
    const survivorOf = await settleLogs(write, userId, ids)
    const picks = [...new Set(ids.map(survivorOf))]
    await addPicks(write, userId, picks)
    if (!(await hasTopAlbums(write, userId)))
      await writeTopAlbums(write, userId, picks.slice(0, limits.topAlbums))
    return { picked: picks.length }
  })
}

/** @throws invalid if an album occurs twice; notFound; unavailable */
export async function setTop(deps: Deps, viewer: SignedIn, { albums }: SetTopInput): Promise<AlbumCard[]> {
  const rows = await Promise.all(albums.map((ref) => resolveAlbum(deps, ref)))
  // Checked on the rows, because two names can resolve to one album.
  const double = rows.findIndex(({ id }, index) => rows.findIndex((other) => other.id === id) < index)
  if (double >= 0) throw invalid('favorites.topTwice', `albums.${double}`)
  await transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, viewer.id)
    const ids = rows.map(({ id }) => id)
    const { survivorOf } = await holdAlbums(tx, ids)
    await writeTopAlbums({ tx }, user, [...new Set(ids.map(survivorOf))])
  })
  return rows.map(({ artist, name, image, year }) => ({ artist, name, image, year }))
}
