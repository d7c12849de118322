import type { ServiceAlbum } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { transaction, type Db, type Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, run } from '../lib/sql.ts'
import { noteAlbumChange } from './albumChanges.ts'

// A genre without votes is a tag of Last.fm, which counts in statistics only: the album's page shows the tags themselves.

const MOST_TAGS = 5

type GenreRows = { albumId: number; releaseDate: string | null; votesOf: ReadonlyMap<string, number> }

/** Replaces the genres of an album; returns whether they changed. */
export async function replaceGenres(tx: Tx, { albumId, releaseDate, votesOf }: GenreRows): Promise<boolean> {
  const previous = await readRows(tx, albumId)
  if (previous.length === votesOf.size && previous.every(({ name, votes }) => votesOf.get(name) === votes))
    return false
  await run(tx, kysely.deleteFrom('AlbumGenre').where('albumId', '=', albumId))
  // Sorted, so that two albums with the same new genres do not deadlock.
  const names = [...votesOf.keys()].toSorted()
  if (names.length === 0) return true
  await insertRows(
    tx,
    'Genre',
    names.map((name) => ({ name })),
    { orUpdate: ['name'] },
  )
  const ids = await rows(tx, kysely.selectFrom('Genre').select(['id', 'name']).where('name', 'in', names))
  await insertRows(
    tx,
    'AlbumGenre',
    ids.map(({ id, name }) => ({ albumId, genreId: id, votes: votesOf.get(name)!, releaseDate })),
  )
  return true
}

const readRows = (tx: Tx, albumId: number) =>
  rows(
    tx,
    kysely
      .selectFrom('AlbumGenre as a')
      .innerJoin('Genre as g', 'g.id', 'a.genreId')
      .select(['g.name', 'a.votes'])
      .where('a.albumId', '=', albumId)
      .orderBy('a.votes', 'desc')
      .orderBy('g.name'),
  )

/** Returns the genres that MusicBrainz or a person gave an album, those with the most votes first. */
export const readGenres = async (tx: Tx, albumId: number): Promise<{ name: string; votes: number }[]> =>
  (await readRows(tx, albumId)).filter(({ votes }) => votes > 0)

/** Stores the first tags of an album as its genres, unless it has genres of MusicBrainz or of a person. */
export async function writeLastfmTags(db: Db, albumId: number, tags: ServiceAlbum['tags']): Promise<void> {
  const names = tags
    .map(({ name }) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name.length <= limits.genre)
  const votesOf = new Map([...new Set(names)].slice(0, MOST_TAGS).map((name) => [name, 0]))
  if (votesOf.size === 0) return
  await transaction(db, async (tx) => {
    const [album] = await rows(
      tx,
      kysely
        .selectFrom('Album')
        .select(['edited', 'releaseDate'])
        .where('id', '=', albumId)
        .where('mergedIntoId', 'is', null)
        .forUpdate(),
    )
    if (!album || album.edited.split(',').includes('genres')) return
    if ((await readGenres(tx, albumId)).length > 0) return
    const isChanged = await replaceGenres(tx, { albumId, releaseDate: album.releaseDate, votesOf })
    if (isChanged) await noteAlbumChange(tx, albumId)
  })
}
