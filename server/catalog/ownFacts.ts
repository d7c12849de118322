import { sql } from 'kysely'
import type { AlbumCard, AlbumFacts } from '../../shared/catalog.ts'
import { groupUrl } from '../../shared/musicbrainz.ts'
import { isPersonShownTo } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import { batchedOn } from '../lib/batch.ts'
import { isDatabaseDown, type Db } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { hashOfIdentity, hexOf } from './aliases.ts'

export const GENRES = 5

const noAlias = sql<Uint8Array | null>`NULL`
const anAlias = sql<Uint8Array | null>`s.key`

const albums = kysely
  .selectFrom('Album as a')
  .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
  .leftJoin('AlbumGenre as ag', (join) => join.onRef('ag.albumId', '=', 'a.id').on('ag.votes', '>', 0))
  .leftJoin('Genre as g', 'g.id', 'ag.genreId')
  .select(['a.key', 'a.year', 'a.releaseDate', 'a.type', 'a.addedById', 'a.edited', 'a.mergedIntoId'])
  .select(['l.state', 'l.groupId', 'ag.votes', 'g.name as genre'])

/**
 * Reads the albums with these keys, and the edited or merged albums that have these keys as other names (`alias`). One row for each
 * genre of an album, the most voted first.
 */
const rowsOf = statement(({ keys, hashes }: { keys: string[]; hashes: Uint8Array[] }) =>
  albums
    .where('a.key', 'in', keys)
    .select(noAlias.as('alias'))
    .unionAll(
      albums
        .innerJoin('AlbumAlias as s', 's.albumId', 'a.id')
        .where('s.key', 'in', hashes)
        .where((eb) => eb.or([eb('a.edited', '<>', ''), eb('a.mergedIntoId', 'is not', null)]))
        .select(anAlias.as('alias')),
    )
    .orderBy('votes', 'desc')
    .orderBy('genre'),
)
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const nicknameOf = statement(({ userId, viewerId }: { userId: number; viewerId: number }) =>
  kysely
    .selectFrom('User as u')
    .select('u.nickname')
    .where('u.id', '=', userId)
    .where(isPersonShownTo(viewerId)),
)

export type OwnFacts = AlbumFacts & Pick<AlbumCard, 'year'>
/** `isOther`: the service's names, tracks or cover are not those of the page (ownAlbum.ts), or the album was merged. */
type FactsForAll = OwnFacts & { addedById: number | null; isOther: boolean }

const noFacts: FactsForAll = {
  year: null,
  releaseDate: null,
  type: null,
  genres: [],
  addedBy: null,
  musicbrainz: { state: 'none', id: null, url: null },
  addedById: null,
  isOther: false,
}

/**
 * Reads what our rows know of the album with this identity, except who added it; without a row, nothing is known. Concurrent
 * requests share one read, because a popular album's page is requested by many.
 */
export const readFactsForAll = batchedOn(
  async ({ db }: { db: Db }, keys: string[]): Promise<FactsForAll[]> => {
    const asked = [...new Set(keys)]
    const wanted = padded(asked, '')
    const rows = await rowsOf(db, { keys: wanted, hashes: wanted.map(hashOfIdentity) })
    const renamed = new Set(rows.flatMap(({ alias }) => (alias ? [hexOf(alias)] : [])))
    const facts = new Map(
      asked.map((key) => {
        const [row, ...others] = rows.filter((each) => each.alias === null && each.key === key)
        if (!row) return [key, { ...noFacts, isOther: renamed.has(hexOf(hashOfIdentity(key))) }]
        const genres = [row, ...others].flatMap(({ genre }) => genre ?? [])
        return [key, factsOf(row, genres.slice(0, GENRES))]
      }),
    )
    return keys.map((key) => facts.get(key)!)
  },
  { gather: 2 },
)

function factsOf(
  { year, releaseDate, type, state, groupId, addedById, ...row }: Row,
  genres: string[],
): FactsForAll {
  const id = state === 'linked' ? groupId : null
  const url = id && groupUrl(id)
  return {
    year,
    releaseDate,
    type,
    genres,
    addedBy: null,
    musicbrainz: { state: state ?? 'none', id, url },
    addedById,
    isOther: row.edited !== '' || row.mergedIntoId !== null,
  }
}

export async function readOwnFacts(
  { db }: Pick<Deps, 'db'>,
  { key, viewerId }: { key: string; viewerId: number },
): Promise<OwnFacts> {
  const { addedById: userId, isOther: _, ...facts } = await readFactsForAll({ db }, key)
  const [adder] = userId === null ? [] : await nicknameOf(db, { userId, viewerId })
  return { ...facts, addedBy: adder?.nickname ?? null }
}

/** The same while the database is unreachable, when nothing is known: pages of cached albums work without it. */
export const findOwnFacts: typeof readOwnFacts = (deps, wanted) =>
  readOwnFacts(deps, wanted).catch((error: unknown) => {
    if (isDatabaseDown(error)) return noFacts
    throw error
  })
