import type { z } from 'zod'
import type { AlbumEntry, albumInput } from '../../shared/albums.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { kysely, rows } from '../lib/sql.ts'
import { isModerator } from '../users/moderators.ts'
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
  const genres = await rows(
    db,
    kysely
      .selectFrom('AlbumGenre as a')
      .innerJoin('Genre as g', 'g.id', 'a.genreId')
      .select('g.name')
      .where('a.albumId', '=', album.id)
      .orderBy('a.votes', 'desc')
      .orderBy('g.name'),
  )
  return {
    artist: album.artist,
    title: album.name,
    image: album.image,
    releaseDate: album.releaseDate,
    type: album.type,
    genres: genres.map(({ name }) => name),
    tracks: JSON.parse(album.tracks ?? '[]') as string[],
    canEdit: isOwn || canModerate,
    canRemove: isOwn,
    isModerator: canModerate,
    own: await countOwn(db, { albumId: album.id, userId: viewer.id }),
  }
}
