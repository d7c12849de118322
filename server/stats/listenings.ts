import { sql } from 'kysely'
import { visibilities } from '../../shared/levels.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { addAlbums, noFacts, readAlbumsOf, type AlbumFacts } from './albumFacts.ts'

/** The day of a listening without one: the oldest. */
export const NO_DAY = -0x80_00_00_00
/** The level of a deleted listening: nobody sees it. */
const GONE = visibilities.length

/**
 * A user's listenings as columns, in the order of their ids: the statistics of a hundred thousand are computed from them within
 * milliseconds. Deleted ones stay as `GONE`.
 */
export type Listenings = {
  size: number
  ids: Int32Array
  /** indexes of `facts` */
  albums: Int32Array
  /** days since 1970 */
  days: Int32Array
  /** indexes of `visibilities` */
  levels: Uint8Array
  ratings: Uint8Array
  facts: AlbumFacts
}

const empty = (capacity: number, facts: AlbumFacts): Listenings => ({
  size: 0,
  ids: new Int32Array(capacity),
  albums: new Int32Array(capacity),
  days: new Int32Array(capacity),
  levels: new Uint8Array(capacity),
  ratings: new Uint8Array(capacity),
  facts,
})

export const noListenings = (): Listenings => empty(0, noFacts())

/** The earliest day that a listening can have. */
const FIRST_DAY = Date.UTC(1900, 0, 1) / (24 * 60 * 60_000)
const [DAY, LEVEL] = [64, 16]

/**
 * Day, level and rating are packed into one number, because reading a column of a row costs more than all that is done with it. The
 * level is its position among those of the column, which begins with 1. Not an integer: those arrive as bigint.
 */
const rowsOf = () =>
  kysely
    .selectFrom('Log')
    .select(['id', 'albumId'])
    .select(
      sql<number>`COALESCE(DATEDIFF(date, '1900-01-01') + 1, 0) * ${sql.lit(DAY)} + visibility * ${sql.lit(LEVEL)} + rating + 0e0`.as(
        'packed',
      ),
    )
type Row = { id: number; albumId: number; packed: number }

const all = statement(({ userId }: { userId: number }) => rowsOf().where('userId', '=', userId))
const some = statement(({ userId, ids }: { userId: number; ids: number[] }) =>
  rowsOf().where('id', 'in', ids).where('userId', '=', userId),
)

export async function loadListenings(db: Tx, userId: number): Promise<Listenings> {
  const rows: Row[] = await all(db, { userId })
  rows.sort((one, other) => one.id - other.id)
  const facts = noFacts()
  await readAlbumsOf(db, facts, userId)
  await addAlbums(db, facts, albumIdsOf(rows))
  const listenings = empty(rows.length + SPARE, facts)
  for (const row of rows) set(listenings, listenings.size, row)
  return listenings
}

/**
 * Reads these listenings again; those that no longer exist are deleted. Null if all of them must be read, because an older one was
 * added.
 */
export async function reloadListenings(
  db: Tx,
  userId: number,
  { held, ids }: { held: Listenings; ids: readonly number[] },
): Promise<Listenings | null> {
  const rows: Row[] = await some(db, { userId, ids: padded(ids) })
  await addAlbums(db, held.facts, albumIdsOf(rows))
  const rowById = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const index = indexOf(held, id)
    if (index === -1) continue
    const row = rowById.get(id)
    if (row) set(held, index, row)
    else held.levels[index] = GONE
    rowById.delete(id)
  }
  const added = [...rowById.values()].toSorted((one, other) => one.id - other.id)
  if (added.length > 0 && held.size > 0 && added[0]!.id < held.ids[held.size - 1]!) return null
  const listenings = withRoomFor(added.length, held)
  for (const row of added) set(listenings, listenings.size, row)
  return listenings
}

const albumIdsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ albumId }) => albumId))]

/** Room for listenings that are added later. */
const SPARE = 64

function withRoomFor(added: number, held: Listenings): Listenings {
  if (held.size + added <= held.ids.length) return held
  const copy = empty(Math.ceil((held.size + added) * 1.1) + SPARE, held.facts)
  for (const column of columns) copy[column].set(held[column].subarray(0, held.size))
  copy.size = held.size
  return copy
}

const columns = ['ids', 'albums', 'days', 'levels', 'ratings'] as const

function set(listenings: Listenings, index: number, { id, albumId, packed }: Row): void {
  const day = Math.floor(packed / DAY)
  listenings.ids[index] = id
  listenings.albums[index] = listenings.facts.indexOf.get(albumId)!
  listenings.days[index] = day === 0 ? NO_DAY : FIRST_DAY + day - 1
  listenings.levels[index] = Math.floor((packed % DAY) / LEVEL) - 1
  listenings.ratings[index] = packed % LEVEL
  if (index === listenings.size) listenings.size++
}

/** -1 if the id is not among them. */
function indexOf({ ids, size }: Listenings, id: number): number {
  let [low, high] = [0, size]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low < size && ids[low] === id ? low : -1
}
