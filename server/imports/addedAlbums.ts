import { addAlbumInput } from '../../shared/albums.ts'
import { isReleaseDate } from '../../shared/catalog.ts'
import type { ExportedAlbum } from '../../shared/exportFile.ts'
import { picturePath } from '../../shared/pictures.ts'
import { insertAlbum } from '../catalog/added.ts'
import { findAlbum } from '../catalog/albums.ts'
import { change, type WriteDeps } from '../core/change.ts'
import { DomainError } from '../lib/errors.ts'
import { coverRules, encodePicture, type PictureFile } from '../pictures/decode.ts'
import { storePicture } from '../pictures/store.ts'
import { lockUser } from '../users/lock.ts'
import type { Source } from './reading/source.ts'

const fields = addAlbumInput.pick({ artist: true, title: true, year: true, type: true, tracks: true })

type Adding = {
  userId: number
  albums: readonly ExportedAlbum[]
  source: Source
  hold: () => Promise<void>
}

/** Adds the albums of an export that are unknown here, as added by the importer; safe to run again. */
export async function addAlbums(deps: WriteDeps, { userId, albums, source, hold }: Adding): Promise<void> {
  for (const { name, cover, releaseDate, ...album } of albums) {
    await hold()
    const { data } = fields.safeParse({ ...album, title: name })
    if (!data) continue
    const { artist, title, year, type, tracks } = data
    const ref = { artist, album: title }
    if (await findAlbum(deps, ref)) continue
    const files = cover === null ? null : await readCover(source, cover)
    const date = releaseDate !== null && isReleaseDate(releaseDate) ? releaseDate : year ? String(year) : null
    // Only what was entered: a service fills in the rest.
    const facts = {
      ...(date && { releaseDate: date }),
      ...(type && { type }),
      ...(tracks && tracks.length > 0 && { tracks }),
    }
    await change(deps, async (write) => {
      const addedById = await lockUser(write.tx, userId)
      const image = files && picturePath(await storePicture(write, files))
      await insertAlbum(write, { ref, addedById, submission: null, image, facts })
    }).catch(ignoreRefusal)
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
