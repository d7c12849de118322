import type { AlbumType } from '../../shared/albumTypes.ts'
import type { Write } from '../core/change.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import { noteAlbumChange } from './albumChanges.ts'
import { topicOfKey } from './albums.ts'
import { replaceGenres } from './genreRows.ts'
import { jsonOfTracks, type StoredTrack } from './tracks.ts'

/** The data of an album besides its names and its picture. */
export type Facts = {
  /** '1997', '1997-05' or '1997-05-21' */
  releaseDate: string | null
  type: AlbumType | null
  genres: readonly { name: string; votes: number }[]
  tracks: readonly StoredTrack[]
}
type Fact = keyof Facts

const MOST_GENRES = 20
const MOST_VOTES = 65_535

/**
 * Writes facts of an album and tells its open pages. Facts that a person has entered are kept when a service says otherwise.
 * Without a change, nothing is written.
 * @throws notFound
 */
export async function writeFacts(
  write: Write,
  { albumId, by, ...facts }: { albumId: number; by: 'service' | 'person' } & Partial<Facts>,
): Promise<void> {
  const album = await lockAlbum(write, albumId)
  const edited = new Set(album.edited.split(',').filter(Boolean))
  const named = (Object.keys(facts) as Fact[]).filter((fact) => facts[fact] !== undefined)
  const written = named.filter((fact) => by === 'person' || !edited.has(fact))
  const next = Object.fromEntries(written.map((fact) => [fact, facts[fact]])) as Partial<Facts>
  const columns = columnsOf(next, album)
  const editedFacts = by === 'person' ? [...new Set([...edited, ...written])].join() : album.edited
  const isChanged = Object.entries({ ...columns, edited: editedFacts }).some(
    ([column, value]) => album[column as keyof typeof album] !== value,
  )
  const releaseDate = columns.releaseDate === undefined ? album.releaseDate : columns.releaseDate
  const areGenresChanged = next.genres
    ? await writeGenres(write, { albumId, releaseDate, genres: next.genres })
    : false
  if (!isChanged && !areGenresChanged) return
  await run(
    write.tx,
    kysely
      .updateTable('Album')
      .set({ ...columns, edited: editedFacts })
      .where('id', '=', albumId),
  )
  if (releaseDate !== album.releaseDate) await copyReleaseDate(write, { albumId, releaseDate })
  await noteAlbumChange(write.tx, albumId)
  emitAlbumChanged(write, album)
}

/** Copies the date to the tables whose indexes sort albums by it. */
export async function copyReleaseDate(
  { tx }: Pick<Write, 'tx'>,
  { albumId, releaseDate }: { albumId: number; releaseDate: string | null },
): Promise<void> {
  await run(tx, kysely.updateTable('AlbumGenre').set({ releaseDate }).where('albumId', '=', albumId))
  await run(tx, kysely.updateTable('AlbumRank').set({ releaseDate }).where('albumId', '=', albumId))
}

/** Locks an album's row until the transaction ends. @throws notFound */
export async function lockAlbum({ tx }: Pick<Write, 'tx'>, albumId: number) {
  const [album] = await rows(tx, kysely.selectFrom('Album').selectAll().where('id', '=', albumId).forUpdate())
  if (!album) throw notFound('catalog.albumNotFound', 'album')
  return album
}

/** Makes the open pages of an album fetch it again, under these names. */
export function emitAlbumChanged(
  { emit }: Pick<Write, 'emit'>,
  { key, artist, name }: { key: string; artist: string; name: string },
): void {
  emit(topicOfKey(key), { type: 'album.changed', album: { artist, album: name } }, null)
}

function columnsOf({ releaseDate, type, tracks }: Partial<Facts>, album: { tracks: string | null }) {
  return {
    ...(releaseDate !== undefined && {
      releaseDate,
      year: releaseDate === null ? null : Number(releaseDate.slice(0, 4)),
    }),
    ...(type !== undefined && { type }),
    ...(tracks !== undefined && {
      tracks: tracks.length === 0 ? null : jsonOfTracks(tracks, album.tracks),
      trackCount: tracks.length,
    }),
  }
}

/** Replaces the genres of an album; returns whether they changed. */
function writeGenres(
  { tx }: Write,
  { albumId, releaseDate, genres }: { albumId: number } & Pick<Facts, 'releaseDate' | 'genres'>,
): Promise<boolean> {
  const votesOf = new Map(
    genres
      .toSorted((a, b) => b.votes - a.votes)
      .slice(0, MOST_GENRES)
      .map(({ name, votes }) => [name, Math.min(Math.max(votes, 1), MOST_VOTES)]),
  )
  return replaceGenres(tx, { albumId, releaseDate, votesOf })
}
