import type { z } from 'zod'
import type { AlbumEntry, albumInput, Candidate } from '../../shared/albums.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import { readGenres } from '../catalog/genreRows.ts'
import { readLink, type StoredLink } from '../catalog/linking/settle.ts'
import { titlesOf } from '../catalog/tracks.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { isModerator } from '../users/roles.ts'
import { getAlbum, isAdder } from './access.ts'
import { countOwn, isUsedByOthers } from './uses.ts'

/** @throws notFound on the field 'album' */
export async function getEntry(
  deps: Deps,
  viewer: SignedIn,
  { album: ref }: z.output<typeof albumInput>,
): Promise<AlbumEntry> {
  const { db } = deps
  const canModerate = await isModerator(db, viewer)
  // A moderator can edit any album that the catalogue knows.
  if (canModerate) await resolveAlbum(deps, ref)
  const album = await getAlbum(db, ref)
  const isOwn =
    isAdder(album, viewer) && !(await isUsedByOthers(db, { albumId: album.id, exceptId: viewer.id }))
  const genres = await readGenres(db, album.id)
  return {
    artist: album.artist,
    title: album.name,
    image: album.image,
    releaseDate: album.releaseDate,
    type: album.type,
    genres: genres.map(({ name }) => name),
    tracks: titlesOf(album.tracks),
    musicbrainz: await readGroups(db, album.id),
    canEdit: isOwn || canModerate,
    canRemove: isOwn,
    isModerator: canModerate,
    own: await countOwn(db, { albumId: album.id, userId: viewer.id }),
  }
}

/** Returns the id of the linked group, null if a moderator chose none; undefined if none is known. */
export function groupOf(link: StoredLink | null): string | null | undefined {
  if (link?.state === 'linked') return link.groupId
  return link?.state === 'none' && link.isChosen ? null : undefined
}

async function readGroups(db: Tx, albumId: number): Promise<AlbumEntry['musicbrainz']> {
  const link = await readLink(db, albumId)
  const id = groupOf(link)
  if (!id) return { id, candidates: JSON.parse(link?.candidates ?? '[]') as Candidate[], others: [] }
  const group = await db.releaseGroup.findUnique({
    where: { id },
    select: { id: true, artist: true, title: true, releaseDate: true, type: true },
  })
  const others = await rows(
    db,
    kysely
      .selectFrom('AlbumLink as l')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['a.artist', 'a.name as album'])
      .where('l.groupId', '=', id)
      .where('l.albumId', '<>', albumId)
      .where('a.mergedIntoId', 'is', null)
      .orderBy('a.id'),
  )
  return { id, candidates: group ? [group] : [], others }
}
