import { sql } from 'kysely'
import { nameKey } from '../../shared/albumKey.ts'
import { GENRES } from '../catalog/ownFacts.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { inBatches } from '../logs/inBatches.ts'
import { groupBy } from '../notifications/read/rows.ts'
import { compareNames } from './names.ts'

/** Facts of the albums that a user has heard, for statistics. Artists and genres are indexes of their names. */
export type AlbumFacts = {
  albumIds: number[]
  indexOf: Map<number, number>
  artists: number[]
  /** 0 is unknown */
  years: number[]
  genres: (readonly number[])[]
  /** folded */
  artistKeys: Names
  genreNames: Names
}

type Names = { names: string[]; indexOf: Map<string, number> }

export const noFacts = (): AlbumFacts => ({
  albumIds: [],
  indexOf: new Map(),
  artists: [],
  years: [],
  genres: [],
  artistKeys: { names: [], indexOf: new Map() },
  genreNames: { names: [], indexOf: new Map() },
})

/** A key that was cut within the artist's name needs the name. */
const albums = () =>
  kysely
    .selectFrom('Album as a')
    .select(['a.id', 'a.year'])
    .select(sql<string>`SUBSTRING_INDEX(a.key, '-', 1)`.as('artistKey'))
    .select(sql<string | null>`IF(LOCATE('-', a.key) = 0, a.artist, NULL)`.as('artist'))
/** Genre and votes in one number, as in listenings.ts. */
const genres = () =>
  kysely
    .selectFrom('AlbumGenre as g')
    .select('g.albumId')
    .select(sql<number>`g.genreId * ${sql.lit(VOTES)} + g.votes + 0e0`.as('packed'))
const VOTES = 65_536

const albumsOfUser = statement(({ userId }: { userId: number }) =>
  albums().innerJoin('Opinion as o', 'o.albumId', 'a.id').where('o.userId', '=', userId),
)
const genresOfUser = statement(({ userId }: { userId: number }) =>
  genres().innerJoin('Opinion as o', 'o.albumId', 'g.albumId').where('o.userId', '=', userId),
)
const someAlbums = statement(({ ids }: { ids: number[] }) => albums().where('a.id', 'in', ids))
const someGenres = statement(({ ids }: { ids: number[] }) => genres().where('g.albumId', 'in', ids))
const namesOf = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('Genre').select(['id', 'name']).where('id', 'in', ids),
)

type Album = Awaited<ReturnType<typeof someAlbums>>[number]
type Genres = Awaited<ReturnType<typeof someGenres>>[number]

/** Reads the albums of which the user has an opinion. */
export async function readAlbumsOf(db: Tx, facts: AlbumFacts, userId: number): Promise<void> {
  await setAlbums(db, facts, await albumsOfUser(db, { userId }), await genresOfUser(db, { userId }))
}

/** Reads those that are not known yet. */
export async function addAlbums(db: Tx, facts: AlbumFacts, albumIds: readonly number[]): Promise<void> {
  await readAlbums(
    db,
    facts,
    albumIds.filter((id) => !facts.indexOf.has(id)),
  )
}

/** Reads the facts of these albums, known or not. */
export async function readAlbums(db: Tx, facts: AlbumFacts, albumIds: readonly number[]): Promise<void> {
  await inBatches(albumIds, async (batch) => {
    const ids = padded(batch)
    await setAlbums(db, facts, await someAlbums(db, { ids }), await someGenres(db, { ids }))
  })
}

async function setAlbums(
  db: Tx,
  facts: AlbumFacts,
  rows: readonly Album[],
  genreRows: readonly Genres[],
): Promise<void> {
  const genresOf = await readGenres(db, facts, genreRows)
  for (const { id, artistKey, artist, year } of rows) {
    const index = facts.indexOf.get(id) ?? facts.albumIds.push(id) - 1
    facts.indexOf.set(id, index)
    facts.artists[index] = indexIn(facts.artistKeys, artist === null ? artistKey : nameKey(artist))
    facts.years[index] = year ?? 0
    facts.genres[index] = genresOf(id)
  }
}

/** Returns the genres that are shown of an album: most votes first, ties by name. */
async function readGenres(
  db: Tx,
  { genreNames }: AlbumFacts,
  rows: readonly Genres[],
): Promise<(albumId: number) => readonly number[]> {
  const genreIds = new Set(rows.map(({ packed }) => Math.floor(packed / VOTES)))
  const names = genreIds.size === 0 ? [] : await namesOf(db, { ids: padded([...genreIds]) })
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const byAlbum = groupBy(rows, ({ albumId }) => albumId)
  const compare = (one: Genres, other: Genres) =>
    (other.packed % VOTES) - (one.packed % VOTES) || compareNames(nameIn(one) ?? '', nameIn(other) ?? '')
  const nameIn = ({ packed }: Genres) => nameOf.get(Math.floor(packed / VOTES))
  return (albumId) => {
    const own = byAlbum.get(albumId) ?? []
    const shown = own.length > GENRES ? own.toSorted(compare).slice(0, GENRES) : own
    return shown.flatMap((row) => {
      const name = nameIn(row)
      return name === undefined ? [] : [indexIn(genreNames, name)]
    })
  }
}

function indexIn({ names, indexOf }: Names, name: string): number {
  const known = indexOf.get(name)
  if (known !== undefined) return known
  indexOf.set(name, names.length)
  return names.push(name) - 1
}
