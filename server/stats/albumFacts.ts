import { nameKey } from '../../shared/albumKey.ts'
import { GENRES } from '../catalog/ownFacts.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { inBatches } from '../logs/inBatches.ts'

/** What statistics need of the albums that a user has heard. Artists and genres are indexes of their names. */
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

const albumsOf = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('Album').select(['id', 'key', 'artist', 'year']).where('id', 'in', ids),
)
const genresOf = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('AlbumGenre as a')
    .innerJoin('Genre as g', 'g.id', 'a.genreId')
    .select(['a.albumId', 'g.name'])
    .where('a.albumId', 'in', ids)
    .orderBy('a.albumId')
    .orderBy('a.votes', 'desc')
    .orderBy('g.name'),
)

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
    const [albums, genres] = [await albumsOf(db, { ids }), await genresOf(db, { ids })]
    const genresOfAlbum = new Map<number, number[]>()
    for (const { albumId, name } of genres) {
      const own = genresOfAlbum.get(albumId) ?? []
      if (own.length < GENRES) own.push(indexIn(facts.genreNames, name))
      genresOfAlbum.set(albumId, own)
    }
    for (const { id, key, artist, year } of albums) {
      const index = facts.indexOf.get(id) ?? facts.albumIds.push(id) - 1
      facts.indexOf.set(id, index)
      facts.artists[index] = indexIn(facts.artistKeys, artistPart(key) ?? nameKey(artist))
      facts.years[index] = year ?? 0
      facts.genres[index] = genresOfAlbum.get(id) ?? none
    }
  })
}

const none: readonly number[] = []

/** Null for a key that is cut within the artist's name. */
function artistPart(key: string): string | null {
  const end = key.indexOf('-')
  return end === -1 ? null : key.slice(0, end)
}

function indexIn({ names, indexOf }: Names, name: string): number {
  const known = indexOf.get(name)
  if (known !== undefined) return known
  indexOf.set(name, names.length)
  return names.push(name) - 1
}
