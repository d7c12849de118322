import { coverFileOf, type ExportedAlbum } from '../../../shared/exportFile.ts'
import { hashOfPicture } from '../../../shared/pictures.ts'
import { titlesOf } from '../../catalog/tracks.ts'
import type { ExportedRow, Source } from './rows.ts'

const addedBy = (addedById: number) => ({ addedById, isAdded: true, mergedIntoId: null })

/** Albums that the user has added, in this order, except those that were merged into another one. */
export async function* addedAlbums({ tx, personId }: Source): AsyncGenerator<ExportedRow[]> {
  const albums = await tx.album.findMany({
    where: addedBy(personId),
    orderBy: { id: 'asc' },
    select: {
      artist: true,
      name: true,
      year: true,
      releaseDate: true,
      type: true,
      tracks: true,
      image: true,
    },
  })
  if (albums.length === 0) return
  yield albums.map(({ tracks, image, ...album }): ExportedAlbum => {
    const hash = image && hashOfPicture(image)
    return {
      ...album,
      tracks: titlesOf(tracks),
      cover: hash ? coverFileOf(hash) : null,
    }
  })
}

export async function readCoverHashes({ tx, personId }: Source): Promise<string[]> {
  const albums = await tx.album.findMany({
    where: { ...addedBy(personId), image: { startsWith: '/pictures/' } },
    orderBy: { id: 'asc' },
    select: { image: true },
  })
  return [...new Set(albums.flatMap(({ image }) => (image && hashOfPicture(image)) || []))]
}

/** The largest file of a cover. */
export async function* coverBytes({ tx }: Source, hash: string): AsyncGenerator<Buffer> {
  const picture = await tx.picture.findFirst({ where: { hash }, orderBy: { width: 'desc' } })
  if (picture) yield Buffer.from(picture.data)
}
