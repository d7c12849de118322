import type { z } from 'zod'
import type { editAlbumInput } from '../../shared/albums.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import { writeEdit, type Edit } from '../catalog/added.ts'
import type { Write } from '../core/change.ts'
import { forbidden } from '../lib/errors.ts'
import { takeUpload } from '../pictures/uploads.ts'
import { requireUnusedOwn, type StoredAlbum } from './access.ts'

export type EditInput = z.output<typeof editAlbumInput>

/** Edits an album that the viewer has added. @throws forbidden; conflict; invalid on the field 'cover' */
export async function editOwnAlbum(
  write: Write,
  { album, viewer, input }: { album: StoredAlbum; viewer: { id: number }; input: EditInput },
): Promise<AlbumCard> {
  await requireUnusedOwn(write.tx, album, viewer)
  const { genres, releaseDate, musicbrainz } = input
  if (genres !== undefined || releaseDate !== undefined || musicbrainz !== undefined)
    throw forbidden('albums.onlyModerators')
  const { id: _, ...card } = await writeEdit(write, {
    albumId: album.id,
    ...(await editOf(write, { album, viewer, input })),
  })
  return card
}

/** Consumes the upload of a new cover. @throws invalid on the field 'cover' */
export async function editOf(
  write: Write,
  { album, viewer, input }: { album: StoredAlbum; viewer: { id: number }; input: EditInput },
): Promise<Edit> {
  const { artist, title, type, tracks, cover, genres, musicbrainz } = input
  const releaseDate = dateOf(album, input)
  return {
    ...(artist !== undefined && { artist }),
    ...(title !== undefined && { name: title }),
    ...(type !== undefined && { type }),
    ...(tracks !== undefined && { tracks }),
    ...(musicbrainz !== undefined && { musicbrainz }),
    ...(releaseDate !== undefined && { releaseDate }),
    // The order of the names is the order in which they are shown.
    ...(genres && { genres: genres.map((name, index) => ({ name, votes: genres.length - index })) }),
    ...(cover !== undefined && { image: cover && (await takeUpload(write, viewer, cover)) }),
  }
}

/** A year that was not changed keeps its month and day. */
function dateOf(album: StoredAlbum, { year, releaseDate }: EditInput): string | null | undefined {
  if (releaseDate !== undefined) return releaseDate
  if (year === undefined || year === null) return year
  return year === album.year ? undefined : String(year)
}
