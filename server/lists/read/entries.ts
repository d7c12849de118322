import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { limits } from '../../../shared/limits.ts'
import type { ListSort } from '../../../shared/listPlace.ts'
import type { ListAlbumsPage, listAlbumsInput, ListEntry, ListProgress } from '../../../shared/lists.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { countAll, kysely, padded, statement } from '../../lib/sql.ts'
import { requireList } from './queries.ts'

const PAGE = limits.listAlbumsPage

type Shown = z.output<typeof listAlbumsInput>['show']
type Needs = Pick<Deps, 'db'>

/** Always false for visitors, because no user has the id 0. */
const isHeard = (viewerId: number) =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM Opinion o WHERE o.userId = ${viewerId} AND o.albumId = i.albumId)`
const isShown = (show: Shown, viewerId: number) =>
  show === 'all'
    ? sql<SqlBool>`TRUE`
    : show === 'heard'
      ? isHeard(viewerId)
      : sql<SqlBool>`NOT ${isHeard(viewerId)}`

const entriesOf = (id: number) =>
  kysely
    .selectFrom('ListAlbum as i')
    .innerJoin('Album as a', 'a.id', 'i.albumId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['i.albumId', 'i.position', 'i.note', 'a.artist', 'a.name', 'a.image', 'a.year'])
    .where('i.listId', '=', id)

type Place = { id: number; from: number; viewerId: number; limit: number }
const inOrder = (show: Shown) =>
  statement(({ id, from, viewerId, limit }: Place) =>
    entriesOf(id)
      .where('i.position', '>=', from)
      .where(isShown(show, viewerId))
      .orderBy('i.position')
      .limit(limit),
  )
const inOrderOf = { all: inOrder('all'), heard: inOrder('heard'), unheard: inOrder('unheard') }
const entriesAmong = statement(({ id, albumIds }: { id: number; albumIds: number[] }) =>
  entriesOf(id).where('i.albumId', 'in', albumIds),
)
type Row = Awaited<ReturnType<typeof entriesAmong>>[number]

const entryOf = ({ position, note, artist, name, image, year }: Row): ListEntry => ({
  artist,
  name,
  image,
  year,
  place: position + 1,
  note,
})

/** A page has fewer albums than the limit if their notes are long. @throws notFound */
export async function listAlbums(
  deps: Needs,
  viewer: SignedIn | null,
  { id, show, sort, cursor, limit = PAGE }: z.output<typeof listAlbumsInput>,
  locale: string,
): Promise<ListAlbumsPage> {
  await requireList(deps, viewer, id)
  // The filter does not apply to visitors: nobody knows what they have heard.
  const request = { id, show: viewer ? show : 'all', viewerId: viewer?.id ?? 0, size: limit } as const
  const from = /^\d{1,5}(\.\d{1,10})?$/.test(cursor ?? '') ? cursor!.split('.').map(Number) : [0]
  return sort === 'order'
    ? await pageInOrder(deps, request, from[0]!)
    : await pageSorted(deps, { ...request, sort, locale }, from)
}

type Request = { id: number; show: Shown; viewerId: number; size: number }

async function pageInOrder(
  { db }: Needs,
  { id, show, viewerId, size }: Request,
  from: number,
): Promise<ListAlbumsPage> {
  const rows = await inOrderOf[show](db, { id, from, viewerId, limit: size + 1 })
  const page = rows.slice(0, shortened(rows, size))
  const following = rows[page.length]
  return { items: page.map(entryOf), next: following ? String(following.position) : null }
}

function shortened(rows: readonly Row[], size: number): number {
  let letters = 0
  const last = rows.findIndex(({ note }) => (letters += note.length) > limits.listNotesPage)
  return Math.min(last < 0 ? rows.length : last + 1, size)
}

/**
 * All albums of the list, at most a thousand, are sorted here. The cursor holds the page's first album and the index that it had,
 * which is used if the album was removed since.
 */
async function pageSorted(
  { db }: Needs,
  { id, show, viewerId, size, sort, locale }: Request & { sort: Exclude<ListSort, 'order'>; locale: string },
  [place = 0, albumId]: number[],
): Promise<ListAlbumsPage> {
  const all = sorted(sort, locale, await keysOf[sort](db, { id, viewerId }))
  const albumIndex = albumId === undefined ? -1 : all.findIndex((row) => row.albumId === albumId)
  const from = albumIndex < 0 ? place : albumIndex
  const shownKeys = all
    .map((row, index) => ({ ...row, index }))
    .slice(from)
    .filter(({ heard }) => show === 'all' || Boolean(heard) === (show === 'heard'))
  const pageIds = shownKeys.slice(0, size).map((row) => row.albumId)
  const rows = pageIds.length === 0 ? [] : await entriesAmong(db, { id, albumIds: padded(pageIds) })
  const byAlbum = new Map(rows.map((row) => [row.albumId, row]))
  // Albums that were removed between the two reads are left out.
  const existing = pageIds.flatMap((album) => byAlbum.get(album) ?? [])
  const page = existing.slice(0, shortened(existing, size))
  const following =
    shownKeys[
      page.length < existing.length ? pageIds.indexOf(existing[page.length]!.albumId) : pageIds.length
    ]
  return {
    items: page.map(entryOf),
    next: following ? `${following.index}.${following.albumId}` : null,
  }
}

type Key = { albumId: number; position: number; heard: unknown; key: string | number | Date | null }

const rowsOf = (id: number, viewerId: number) =>
  kysely
    .selectFrom('ListAlbum as i')
    .select(['i.albumId', 'i.position', isHeard(viewerId).as('heard')])
    .where('i.listId', '=', id)
type Wanted = { id: number; viewerId: number }
const byColumn = (column: 'a.name' | 'a.artist' | 'a.releaseDate') =>
  statement(({ id, viewerId }: Wanted) =>
    rowsOf(id, viewerId).innerJoin('Album as a', 'a.id', 'i.albumId').select(`${column} as key`),
  )
const keysOf: Record<Exclude<ListSort, 'order'>, (db: Deps['db'], wanted: Wanted) => Promise<Key[]>> = {
  title: byColumn('a.name'),
  artist: byColumn('a.artist'),
  date: byColumn('a.releaseDate'),
  added: statement(({ id, viewerId }: Wanted) => rowsOf(id, viewerId).select('i.addedAt as key')),
  rating: statement(({ id, viewerId }: Wanted) =>
    rowsOf(id, viewerId).select((eb) =>
      eb
        .selectFrom('Opinion as r')
        .select(sql<number | null>`SUM(r.countedRating) / COUNT(*) + 0e0`.as('average'))
        .whereRef('r.albumId', '=', 'i.albumId')
        .where('r.countedRating', '>', 0)
        .as('key'),
    ),
  ),
}

/**
 * Sorts titles and artists by the user's language, dates and averages in descending order, unknown ones last; ties keep the list's
 * order.
 */
function sorted(sort: Exclude<ListSort, 'order'>, locale: string, keys: Key[]): Key[] {
  const names = new Intl.Collator(locale, { numeric: true })
  const compare = (a: Key['key'], b: Key['key']) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (sort === 'date') return a === b ? 0 : a > b ? -1 : 1
    return typeof a === 'string' ? names.compare(a, String(b)) : Number(b) - Number(a)
  }
  return keys.toSorted((a, b) => compare(a.key, b.key) || a.position - b.position)
}

const progressOf = statement(({ id, viewerId }: Wanted) =>
  kysely
    .selectFrom('ListAlbum as i')
    .select([countAll, sql<number>`COUNT(CASE WHEN ${isHeard(viewerId)} THEN 1 END)`.as('heard')])
    .where('i.listId', '=', id),
)

export async function getProgress(
  deps: Needs,
  viewer: SignedIn,
  { id }: { id: number },
): Promise<ListProgress> {
  await requireList(deps, viewer, id)
  const [row] = await progressOf(deps.db, { id, viewerId: viewer.id })
  return { heard: row!.heard, albums: row!.count }
}
