import type { AlbumCard } from '../../shared/catalog.ts'
import { lastLogDay, utcDay } from '../../shared/days.ts'
import type { Stats, StatsInput, YearInput, YearStats } from '../../shared/stats.ts'
import type { Insider } from '../../shared/visibility.ts'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'
import { invalid, notFound } from '../lib/errors.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { readOf } from '../users/queries.ts'
import { computeAllTime, type AllTime } from './allTime.ts'
import { noListenings } from './listenings.ts'
import { readListenings, type Held } from './memory.ts'
import { computeYear, type OneYear } from './oneYear.ts'

type Reading = Pick<Deps, 'db' | 'bus' | 'now'>
type Viewer = { id: number } | null

const FIRST_YEAR = 1900
/** How many results are kept of one user: each reader, day and year has its own. */
const MOST_RESULTS = 50

/** @throws notFound; invalid for a day in the future */
export async function getStats(
  deps: Reading,
  viewer: Viewer,
  { nickname, today: ownDay }: StatsInput,
): Promise<Stats> {
  const today = dayOf(deps, ownDay)
  const nothing = () => computeAllTime(noListenings(), { reader: 'stranger', today })
  const computed = await readOf(deps, { viewer, nickname, nothing: null }, async ({ id, reader }) => {
    const held = await readListenings(deps, id)
    return resultOf(held, `${reader} ${today}`, () => computeAllTime(held.listenings, { reader, today }))
  })
  return await withCards(deps.db, computed ?? nothing())
}

async function withCards(db: Tx, computed: AllTime): Promise<Stats> {
  const { first, latest, returned, topArtists } = computed
  const named = [...returned, ...topArtists, ...(first ? [first] : []), ...(latest ? [latest] : [])]
  const cardOf = await readCards(db, named)
  return {
    ...computed,
    topArtists: topArtists.map(({ albumId, ...rest }) => ({ artist: cardOf(albumId).artist, ...rest })),
    returned: returned.map(({ albumId, listens }) => ({ album: cardOf(albumId), listens })),
    first: first && { album: cardOf(first.albumId), date: first.date },
    latest: latest && { album: cardOf(latest.albumId), date: latest.date },
  }
}

/**
 * @throws notFound also for a year without a listening that the viewer can see, except the current one of their own; invalid for a
 * day in the future
 */
export async function getYear(
  deps: Reading,
  viewer: Viewer,
  { nickname, year, today: ownDay }: YearInput,
): Promise<YearStats> {
  const thisYear = Number(dayOf(deps, ownDay).slice(0, 4))
  const found = await readOf(deps, { viewer, nickname, nothing: null }, async ({ id, reader }) => {
    const isYear = Number.isInteger(year) && year >= FIRST_YEAR && year <= thisYear
    if (!isYear) return null
    const held = await readListenings(deps, id)
    const computed = resultOf(held, `${reader} ${year}`, () => computeYear(held.listenings, { reader, year }))
    return { reader, computed }
  })
  const years = found ? existingYears(found, thisYear) : []
  if (!found || !years.includes(year)) throw notFound('notFound')
  const { best, returned, discoveries, mosaic, topArtists, years: _, ...sums } = found.computed
  const mosaicAlbums = mosaic.map((albumId) => ({ albumId }))
  const cardOf = await readCards(deps.db, [
    ...[best, returned, discoveries, topArtists].flat(),
    ...mosaicAlbums,
  ])
  return {
    year,
    soFar: year === thisYear,
    ...sums,
    best: best.map(({ albumId, rating }) => ({ album: cardOf(albumId), rating })),
    returned: returned.map(({ albumId, listens }) => ({ album: cardOf(albumId), listens })),
    discoveries: discoveries.map(({ albumId, listens }) => ({ artist: cardOf(albumId).artist, listens })),
    mosaic: mosaic.map(cardOf),
    topArtists: topArtists.map(({ albumId, ...rest }) => ({ artist: cardOf(albumId).artist, ...rest })),
    previous: years.find((each) => each < year) ?? null,
    next: years.findLast((each) => each > year) ?? null,
  }
}

/** The newest first. */
function existingYears(
  { reader, computed }: { reader: Insider; computed: OneYear },
  thisYear: number,
): number[] {
  const years = computed.years.filter((year) => year <= thisYear)
  return reader === 'owner' && !years.includes(thisYear) ? [thisYear, ...years] : years
}

function dayOf({ now }: Pick<Deps, 'now'>, today: string | undefined): string {
  if (today !== undefined && today > lastLogDay(now())) throw invalid('logs.dateFuture', 'today')
  return today ?? utcDay(now())
}

function resultOf<Result>({ results }: Held, name: string, compute: () => Result): Result {
  const known = results.get(name) as Result | undefined
  if (known) return known
  if (results.size >= MOST_RESULTS) results.clear()
  const result = compute()
  results.set(name, result)
  return result
}

const cardsOf = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('Album').select(['id', 'artist', 'name', 'image', 'year']).where('id', 'in', ids),
)

async function readCards(
  db: Tx,
  albums: readonly { albumId: number }[],
): Promise<(albumId: number) => AlbumCard> {
  const ids = [...new Set(albums.map(({ albumId }) => albumId))]
  const rows = ids.length === 0 ? [] : await cardsOf(db, { ids: padded(ids) })
  const cards = new Map(rows.map(({ id, ...card }) => [id, card]))
  return (albumId) => cards.get(albumId)!
}
