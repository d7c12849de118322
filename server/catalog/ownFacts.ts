import type { AlbumCard, AlbumFacts } from '../../shared/catalog.ts'
import { isPersonShownTo } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { identityKey } from './albums.ts'

const GENRES = 5

const factsOf = statement(({ key, viewerId }: { key: string; viewerId: number }) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
    .leftJoin('User as u', (join) => join.onRef('u.id', '=', 'a.addedById').on(isPersonShownTo(viewerId)))
    .select(['a.id', 'a.year', 'a.releaseDate', 'a.type', 'a.addedById'])
    .select(['l.state', 'l.groupId', 'u.nickname as addedBy'])
    .where('a.key', '=', key),
)

const genresOf = statement(({ albumId }: { albumId: number }) =>
  kysely
    .selectFrom('AlbumGenre as a')
    .innerJoin('Genre as g', 'g.id', 'a.genreId')
    .select('g.name')
    .where('a.albumId', '=', albumId)
    .orderBy('a.votes', 'desc')
    .orderBy('g.name')
    .limit(GENRES),
)

/** `isPersonal` if they differ between viewers. */
export type OwnFacts = AlbumFacts & Pick<AlbumCard, 'year'> & { isPersonal: boolean }

const noFacts: OwnFacts = {
  year: null,
  releaseDate: null,
  type: null,
  genres: [],
  addedBy: null,
  musicbrainz: { state: 'none', id: null, url: null },
  isPersonal: false,
}

/** Reads what our rows know of the album with this identity; without a row, nothing is known. */
export async function readOwnFacts(
  { db }: Pick<Deps, 'db'>,
  { key, viewerId }: { key: string; viewerId: number },
): Promise<OwnFacts> {
  const [row] = await factsOf(db, { key, viewerId })
  if (!row) return noFacts
  const genres = await genresOf(db, { albumId: row.id })
  const id = row.state === 'linked' ? row.groupId : null
  return {
    year: row.year,
    releaseDate: row.releaseDate,
    type: row.type,
    genres: genres.map(({ name }) => name),
    addedBy: row.addedBy,
    musicbrainz: { state: row.state ?? 'none', id, url: id && `https://musicbrainz.org/release-group/${id}` },
    isPersonal: row.addedById !== null,
  }
}

/** The same while the database is unreachable, when nothing is known: pages of cached albums work without it. */
export const findOwnFacts: typeof readOwnFacts = (deps, wanted) =>
  readOwnFacts(deps, wanted).catch((error: unknown) => {
    if (isDatabaseDown(error)) return noFacts
    throw error
  })

const yearsOf = statement(({ keys }: { keys: string[] }) =>
  kysely.selectFrom('Album').select(['key', 'year']).where('key', 'in', keys).where('year', 'is not', null),
)

/** Adds the years that our rows know to albums of the service. */
export async function withYears<Album extends AlbumCard>(
  { db }: Pick<Deps, 'db'>,
  albums: readonly Album[],
): Promise<Album[]> {
  if (albums.length === 0) return []
  const keys = albums.map(({ artist, name }) => identityKey({ artist, album: name }))
  const rows = await yearsOf(db, { keys: padded(keys, '') }).catch((error: unknown) => {
    if (isDatabaseDown(error)) return []
    throw error
  })
  const years = new Map(rows.map(({ key, year }) => [key, year]))
  return albums.map((album, index) => ({ ...album, year: years.get(keys[index]!) ?? album.year }))
}
