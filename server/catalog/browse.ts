import { sql } from 'kysely'
import type { z } from 'zod'
import type { AlbumPage, browseInput, popularInput, PopularPage } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { Deps } from '../core/deps.ts'
import { byIndex, countAll, kysely, padded, statement } from '../lib/sql.ts'
import { missingReason } from './details.ts'
import { findGenre } from './genres.ts'
import { popularAlbums, type CatalogueDeps } from './queries.ts'
import { countRanks } from './ranks.ts'

// Albums of our own rows. Each statement follows an index in the order of the page: with a million albums, sorting them would
// take seconds.

const PAGE = limits.profilePage

/** Up to this number of albums of a genre, sorting them is faster than looking for them in the order of all. */
const FEW = 2_000

/** `from` and `until` are years: the first of the decade, and that of the next. */
type Filter = { from: string | null; until: string | null; genreId: number | null }
type Wanted = Filter & { skip: number; limit: number }

const RANKED = {
  popular: { index: 'AlbumRank_listeners_releaseDate_albumId_idx', column: 'listeners', ties: [] },
  rating: {
    index: 'AlbumRank_average_ratings_releaseDate_albumId_idx',
    column: 'average',
    ties: ['ratings'],
  },
} as const
type RankedSort = keyof typeof RANKED

const inDecade = (column: string, { from, until }: Filter) =>
  from === null
    ? sql<boolean>`TRUE`
    : sql<boolean>`${sql.ref(column)} >= ${from} AND ${sql.ref(column)} < ${until}`

/** Albums with listeners, or with ratings. `isFew`: the genre has few albums. */
const rankedBy = (sort: RankedSort, isFew: boolean) => (filter: Filter) => {
  const { index, column } = RANKED[sort]
  const ranks = isFew
    ? kysely
        .selectFrom(byIndex('AlbumGenre', 'g', 'AlbumGenre_genreId_releaseDate_albumId_idx'))
        .innerJoin('AlbumRank as r', 'r.albumId', 'g.albumId')
        .where('g.genreId', '=', filter.genreId!)
        .where(inDecade('g.releaseDate', filter))
    : kysely
        .selectFrom(byIndex('AlbumRank', 'r', index))
        .$if(filter.genreId !== null, (query) =>
          query.innerJoin(byIndex('AlbumGenre', 'g', 'PRIMARY'), (join) =>
            join.onRef('g.albumId', '=', 'r.albumId').on('g.genreId', '=', filter.genreId!),
          ),
        )
        .where(inDecade('r.releaseDate', filter))
  // The order of the tables is the order of the page.
  return ranks.modifyFront(sql`STRAIGHT_JOIN`).where(`r.${column}`, '>', 0)
}

const rankedPage = (sort: RankedSort, isFew: boolean) =>
  statement(({ skip, limit, ...filter }: Wanted) =>
    [RANKED[sort].column, ...RANKED[sort].ties, 'releaseDate', 'albumId']
      .reduce(
        (query, column) => query.orderBy(sql.ref(`r.${column}`), 'desc'),
        rankedBy(sort, isFew)(filter).select('r.albumId as id'),
      )
      .limit(limit)
      .offset(skip),
  )
const rankedCount = (sort: RankedSort, isFew: boolean) =>
  statement((filter: Filter) => rankedBy(sort, isFew)(filter).select(countAll))

const ranked = (sort: RankedSort) => ({
  many: { page: rankedPage(sort, false), count: rankedCount(sort, false) },
  few: { page: rankedPage(sort, true), count: rankedCount(sort, true) },
})
const rankedOf = { popular: ranked('popular'), rating: ranked('rating') }

const isUnranked = (sort: RankedSort) =>
  sql<boolean>`NOT EXISTS (
    SELECT 1 FROM AlbumRank AS r WHERE r.albumId = a.id AND ${sql.ref(`r.${RANKED[sort].column}`)} > 0)`

/** The newest albums; those without a date come last. `unranked`: only those that `rankedOf` leaves out. */
const newest = (unranked: RankedSort | null) =>
  statement(({ skip, limit, ...filter }: Wanted) => {
    const { genreId } = filter
    const albums =
      genreId === null
        ? kysely
            .selectFrom(byIndex('Album', 'a', 'Album_releaseDate_id_idx'))
            .where(inDecade('a.releaseDate', filter))
            .orderBy('a.releaseDate', 'desc')
            .orderBy('a.id', 'desc')
        : kysely
            .selectFrom(byIndex('AlbumGenre', 'g', 'AlbumGenre_genreId_releaseDate_albumId_idx'))
            .innerJoin('Album as a', 'a.id', 'g.albumId')
            .where('g.genreId', '=', genreId)
            .where(inDecade('g.releaseDate', filter))
            .orderBy('g.releaseDate', 'desc')
            .orderBy('g.albumId', 'desc')
    return albums
      .modifyFront(sql`STRAIGHT_JOIN`)
      .select('a.id')
      .where('a.mergedIntoId', 'is', null)
      .$if(unranked !== null, (query) => query.where(isUnranked(unranked!)))
      .limit(limit)
      .offset(skip)
  })
const newestOf = { all: newest(null), popular: newest('popular'), rating: newest('rating') }

const sizeOf = statement(({ genreId, ...filter }: Filter) =>
  kysely
    .selectFrom(
      kysely
        .selectFrom('AlbumGenre as g')
        .select('g.albumId')
        .where('g.genreId', '=', genreId!)
        .where(inDecade('g.releaseDate', { ...filter, genreId }))
        .limit(FEW + 1)
        .as('first'),
    )
    .select(countAll),
)

const cardsOf = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('Album').select(['id', 'artist', 'name', 'image', 'year']).where('id', 'in', ids),
)

/**
 * Returns a page of the catalogue's popular albums; of our own while the catalogue is not set up.
 * @throws unavailable
 */
export async function browsePopular(
  deps: CatalogueDeps,
  input: z.output<typeof popularInput>,
): Promise<PopularPage> {
  try {
    return await popularAlbums(deps, input)
  } catch (error) {
    if (missingReason(error) !== 'notSetUp') throw error
    const own = await readOwn(deps, { from: null, until: null, genreId: null, page: input.page })
    if (own.albums.length === 0) throw error
    return { ...own, withoutCatalogue: 'notSetUp' }
  }
}

/** A page of our own albums; without a choice, the popular albums. */
export async function browseAlbums(
  deps: CatalogueDeps,
  { decade, genre, sort, page }: z.output<typeof browseInput>,
): Promise<PopularPage> {
  const genreId = await findGenre(deps, genre)
  if (decade === undefined && genreId === null && sort === undefined)
    return await browsePopular(deps, { page })
  const years =
    decade === undefined ? { from: null, until: null } : { from: String(decade), until: String(decade + 10) }
  return await readOwn(deps, { ...years, genreId, sort, page })
}

type OwnPage = Filter & { sort?: 'date' | 'rating' | undefined; page: number }

async function readOwn(deps: CatalogueDeps, { sort, page, ...filter }: OwnPage): Promise<AlbumPage> {
  const wanted = { ...filter, skip: (page - 1) * PAGE, limit: PAGE + 1 }
  if (sort !== 'date') await countRanks(deps)
  const rows =
    sort === 'date' ? await newestOf.all(deps.db, wanted) : await readRanked(deps, sort ?? 'popular', wanted)
  const ids = rows.slice(0, PAGE).map(({ id }) => id)
  const cards = new Map((await cardsOf(deps.db, { ids: padded(ids) })).map(({ id, ...card }) => [id, card]))
  return { albums: ids.flatMap((id) => cards.get(id) ?? []), page, hasNext: rows.length > PAGE }
}

/** The ranked albums, then the newest others. */
async function readRanked(
  { db }: Pick<Deps, 'db'>,
  sort: RankedSort,
  { skip, limit, ...filter }: Wanted,
): Promise<{ id: number }[]> {
  const isFew = filter.genreId !== null && (await sizeOf(db, filter))[0]!.count <= FEW
  const { page, count } = rankedOf[sort][isFew ? 'few' : 'many']
  const first = await page(db, { ...filter, skip, limit })
  if (first.length === limit) return first
  const rankedBefore = first.length > 0 || skip === 0 ? skip : (await count(db, filter))[0]!.count
  const rest = { skip: Math.max(0, skip - rankedBefore), limit: limit - first.length }
  return [...first, ...(await newestOf[sort](db, { ...filter, ...rest }))]
}
