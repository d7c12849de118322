import { addAlbumInput, editAlbumInput } from '../../shared/albums.ts'
import { cut } from '../../shared/cut.ts'
import type { ExportedAlbum } from '../../shared/exportFile.ts'
import { limits } from '../../shared/limits.ts'
import { picturePath } from '../../shared/pictures.ts'
import { insertAlbum } from '../catalog/added.ts'
import { findAlbum } from '../catalog/albums.ts'
import { change, type WriteDeps } from '../core/change.ts'
import { DomainError } from '../lib/errors.ts'
import { coverRules, encodePicture, type PictureFile } from '../pictures/decode.ts'
import { storePicture } from '../pictures/store.ts'
import { lockUser } from '../users/lock.ts'
import type { Source } from './reading/source.ts'

const { year: yearField, type: typeField } = addAlbumInput.shape
const { releaseDate: dateField } = editAlbumInput.shape
const fields = addAlbumInput.pick({ artist: true, title: true, tracks: true })

type Adding = {
  userId: number
  albums: readonly ExportedAlbum[]
  source: Source
  hold: () => Promise<void>
}

/** Adds the albums of an export that are unknown here, as added by the importer; safe to run again. */
export async function addAlbums(deps: WriteDeps, { userId, albums, source, hold }: Adding): Promise<void> {
  for (const album of albums) {
    await hold()
    const { artist, name: title, tracks, cover } = album
    const { data } = fields.safeParse({ artist, title, tracks: tracksWithin(tracks) })
    if (!data) continue
    const ref = { artist: data.artist, album: data.title }
    if (await findAlbum(deps, ref)) continue
    const files = cover === null ? null : await readCover(source, cover)
    const facts = factsOf(album, data.tracks ?? [])
    await change(deps, async (write) => {
      const addedById = await lockUser(write.tx, userId)
      const image = files && picturePath(await storePicture(write, files))
      await insertAlbum(write, { ref, addedById, submission: null, image, facts })
    }).catch(ignoreRefusal)
  }
}

/** An album that was linked can have more tracks, and longer names, than people can enter. */
const tracksWithin = (tracks: readonly string[]): string[] =>
  tracks
    .map((track) => cut(track.trim(), limits.trackName).trim())
    .filter((track) => track !== '')
    .slice(0, limits.albumTracks)

/** Only what was entered, and can be entered here: a service fills in the rest. */
function factsOf({ year, type, releaseDate }: ExportedAlbum, tracks: readonly string[]) {
  const validYear = yearField.safeParse(year).data
  const date = dateField.safeParse(releaseDate).data ?? (validYear ? String(validYear) : null)
  const validType = typeField.safeParse(type).data
  return {
    ...(date && { releaseDate: date }),
    ...(validType && { type: validType }),
    ...(tracks.length > 0 && { tracks }),
  }
}

/** Somebody else added the album meanwhile. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError) || error.kind !== 'conflict') throw error
}

/** Null for a picture that cannot be read: the album is added without it. */
async function readCover(source: Source, name: string): Promise<PictureFile[] | null> {
  const bytes = await source.cover(name)
  if (!bytes) return null
  try {
    return await encodePicture(bytes, coverRules)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
