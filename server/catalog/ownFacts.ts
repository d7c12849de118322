import type { AlbumCard, AlbumFacts } from '../../shared/catalog.ts'
import { groupUrl } from '../../shared/musicbrainz.ts'
import { isPersonShownTo } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import { batchedOn } from '../lib/batch.ts'
import { isDatabaseDown, type Db } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { hashOfIdentity } from './aliases.ts'

export const GENRES = 5

const rowsOf = statement(({ keys }: { keys: string[] }) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
    .select([
      'a.id',
      'a.key',
      'a.year',
      'a.releaseDate',
      'a.type',
      'a.addedById',
      'a.edited',
      'a.mergedIntoId',
    ])
    .select(['l.state', 'l.groupId'])
    .where('a.key', 'in', keys),
)

const genresOf = statement(({ albumIds }: { albumIds: number[] }) =>
  kysely
    .selectFrom('AlbumGenre as a')
    .innerJoin('Genre as g', 'g.id', 'a.genreId')
    .select(['a.albumId', 'g.name'])
    .where('a.albumId', 'in', albumIds)
    .where('a.votes', '>', 0)
    .orderBy('a.votes', 'desc')
    .orderBy('g.name'),
)

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

const otherAliases = statement(({ hashes }: { hashes: Uint8Array[] }) =>
  kysely
    .selectFrom('AlbumAlias as s')
    .innerJoin('Album as a', 'a.id', 's.albumId')
    .select('s.key')
    .where('s.key', 'in', hashes)
    .where((eb) => eb.or([eb('a.edited', '<>', ''), eb('a.mergedIntoId', 'is not', null)])),
)

/**
 * Reads what our rows know of the album with this identity, except who added it; without a row, nothing is known. Concurrent
 * requests share one read, because a popular album's page is requested by many.
 */
export const readFactsForAll = batchedOn(
  async ({ db }: { db: Db }, keys: string[]): Promise<FactsForAll[]> => {
    const rows = await rowsOf(db, { keys: padded([...new Set(keys)], '') })
    const genres = rows.length === 0 ? [] : await genresOf(db, { albumIds: padded(rows.map(({ id }) => id)) })
    const facts = new Map(
      rows.map((row) => {
        const names = genres.filter(({ albumId }) => albumId === row.id).map(({ name }) => name)
        return [row.key, factsOf(row, names.slice(0, GENRES))]
      }),
    )
    const hashes = keys.flatMap((key) => (facts.has(key) ? [] : [hashOfIdentity(key)]))
    const renamed =
      hashes.length === 0 ? [] : await otherAliases(db, { hashes: padded(hashes, hashOfIdentity('')) })
    return keys.map((key) => {
      const isRenamed = renamed.some((alias) => hashOfIdentity(key).equals(alias.key))
      return facts.get(key) ?? { ...noFacts, isOther: isRenamed }
    })
  },
)

function factsOf(
  { year, releaseDate, type, state, groupId, addedById, ...row }: Awaited<ReturnType<typeof rowsOf>>[number],
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
