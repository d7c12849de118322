import type { AlbumCard } from '../../../shared/catalog.ts'
import type { PickInput, SetFavoriteInput, SetTopInput } from '../../../shared/favorites.ts'
import { limits } from '../../../shared/limits.ts'
import { resolveAlbum, resolveAlbums } from '../../catalog/albums.ts'
import { holdAlbums } from '../../catalog/survivors.ts'
import { change, type Write } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { transaction } from '../../lib/db.ts'
import { invalid } from '../../lib/errors.ts'
import { once } from '../../submissions/submissions.ts'
import { lockUser, type LockedUser } from '../../users/lock.ts'
import { readTopAlbums, writeTopAlbums } from '../../users/topAlbums.ts'
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
      async (_, answer) => answer ?? { favorite },
    )
  })
}

/**
 * Gives each album a heart, and takes it from those that were put back. The first ones become the top albums if the viewer has none
 * yet, or only some of these.
 * @throws notFound on the album's field; unavailable; tooMany
 */
export async function pickAlbums(
  deps: Deps,
  viewer: SignedIn,
  { albums, putBack = [] }: PickInput,
): Promise<{ picked: number }> {
  const ids = (await resolveAlbums(deps, [...albums, ...putBack])).map(({ id }) => id)
  return await change(deps, async (write) => {
    const userId = await lockUser(write.tx, viewer.id)
    const survivorOf = await settleLogs(write, userId, ids)
    const survivors = ids.map(survivorOf)
    const picks = [...new Set(survivors.slice(0, albums.length))]
    const returned = new Set(survivors.slice(albums.length).filter((id) => !picks.includes(id)))
    await addPicks(write, userId, picks)
    for (const albumId of returned) await setHeart(write, { userId, albumId }, false)
    await pickTop(write, userId, { picks, returned })
    return { picked: picks.length }
  })
}

type Picked = { picks: readonly number[]; returned: ReadonlySet<number> }

async function pickTop(write: Write, userId: LockedUser, { picks, returned }: Picked): Promise<void> {
  const top = await readTopAlbums(write, userId)
  const left = top.filter((albumId) => !returned.has(albumId))
  if (top.length > 0 && left.length === top.length) return
  const isPicked = left.every((albumId) => picks.includes(albumId))
  await writeTopAlbums(write, userId, isPicked ? picks.slice(0, limits.topAlbums) : left)
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
