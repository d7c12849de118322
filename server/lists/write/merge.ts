import type { Visibility } from '../../../shared/visibility.ts'

// Merges two edits of one list that began with the same version. Changes to different things both apply; a conflict
// about the same thing is left to the user.

/** The fields of a list that an edit can change, in addition to its albums. */
export type ListFields = { name: string; description: string; ranked: boolean; visibility: Visibility }
/** An album of a list and its note; '' means no note. */
export type ListRow = { albumId: number; note: string }
/** Everything about a list that an edit can change. */
export type ListState = { fields: ListFields; rows: readonly ListRow[] }

export const isSameState = (a: ListState, b: ListState): boolean =>
  isSame(a.fields, b.fields) &&
  a.rows.length === b.rows.length &&
  a.rows.every(({ albumId, note }, at) => albumId === b.rows[at]!.albumId && note === b.rows[at]!.note)

const namesOf = (fields: ListFields) => Object.keys(fields) as (keyof ListFields)[]
const isSame = (a: ListFields, b: ListFields) => namesOf(a).every((name) => a[name] === b[name])

/**
 * Merges `mine` and `theirs`, both edits of `base`. Returns null if both changed one field or one note differently, if
 * one removed an album that the other moved or annotated, or if both moved one album.
 */
export function merge(base: ListState, mine: ListState, theirs: ListState): ListState | null {
  const fields = mergeFields(base.fields, mine.fields, theirs.fields)
  const rows = mergeRows(base.rows, mine.rows, theirs.rows)
  return fields && rows && { fields, rows }
}

/** Returns the changed one of two values; undefined if both were changed to different values. */
const mergeValue = <Value>(base: Value, mine: Value, theirs: Value): Value | undefined =>
  mine === base || mine === theirs ? theirs : theirs === base ? mine : undefined

function mergeFields(base: ListFields, mine: ListFields, theirs: ListFields): ListFields | null {
  const merged = namesOf(base).map((name) => [name, mergeValue(base[name], mine[name], theirs[name])])
  return merged.some(([, value]) => value === undefined) ? null : (Object.fromEntries(merged) as ListFields)
}

type Rows = readonly ListRow[]
const idsOf = (rows: Rows) => rows.map(({ albumId }) => albumId)
const notesOf = (rows: Rows) => new Map(rows.map(({ albumId, note }) => [albumId, note]))

function mergeRows(base: Rows, mine: Rows, theirs: Rows): ListRow[] | null {
  const [was, isMine, isTheirs] = [notesOf(base), notesOf(mine), notesOf(theirs)]
  const movedByMe = movedBetween(idsOf(base), idsOf(mine))
  const movedByThem = movedBetween(idsOf(base), idsOf(theirs))

  const notes = new Map<number, string>()
  for (const id of new Set([...was.keys(), ...isMine.keys(), ...isTheirs.keys()])) {
    const before = was.get(id)
    const [my, their] = [isMine.get(id), isTheirs.get(id)]
    // One of them removed the album: the other must not have changed it. If both did, it is removed.
    if (before !== undefined && (my === undefined || their === undefined)) {
      const isTouched =
        (my !== undefined && (my !== before || movedByMe.has(id))) ||
        (their !== undefined && (their !== before || movedByThem.has(id)))
      if (isTouched) return null
      continue
    }
    const note = mergeValue(before ?? '', my ?? before ?? '', their ?? before ?? '')
    if (note === undefined) return null
    notes.set(id, note)
  }
  const order = mergeOrder({ base: idsOf(base), mine: idsOf(mine), theirs: idsOf(theirs) }, [
    movedByMe,
    movedByThem,
  ])
  return (
    order && order.filter((id) => notes.has(id)).map((albumId) => ({ albumId, note: notes.get(albumId)! }))
  )
}

type Orders = Record<'base' | 'mine' | 'theirs', number[]>

/** Returns the order of `theirs`. The albums that `mine` moved or added follow the same album as in `mine`. */
function mergeOrder(
  { base, mine, theirs }: Orders,
  [movedByMe, movedByThem]: [ReadonlySet<number>, ReadonlySet<number>],
): number[] | null {
  const isSameOrder =
    theirs.filter((id) => mine.includes(id)).join() === mine.filter((id) => theirs.includes(id)).join()
  if (!isSameOrder && [...movedByMe].some((id) => movedByThem.has(id))) return null
  const known = new Set(base)
  const inTheirs = new Set(theirs)
  const placed = new Set(mine.filter((id) => movedByMe.has(id) || !inTheirs.has(id)))
  const isRemovedByThem = (id: number) => known.has(id) && !inTheirs.has(id)
  const order = theirs.filter((id) => isSameOrder || !placed.has(id))
  const there = new Set(order)
  let before: number | null = null
  for (const id of mine) {
    if (isRemovedByThem(id)) continue
    if (!there.has(id)) {
      let at = before === null ? 0 : order.indexOf(before) + 1
      // Rows that both edits inserted at one position keep the order in which they were saved.
      while (at < order.length && !known.has(order[at]!) && !mine.includes(order[at]!)) at++
      order.splice(at, 0, id)
      there.add(id)
    }
    before = id
  }
  return order
}

/**
 * Returns the smallest set of albums whose moving turns the first order into the second, among those in both orders: all
 * except the longest run that keeps its order.
 */
export function movedBetween(before: readonly number[], after: readonly number[]): ReadonlySet<number> {
  const places = new Map(before.map((id, place) => [id, place]))
  const kept = after.filter((id) => places.has(id))
  // Patience sorting: `ends` holds the end of the run of each length with the smallest position, `previous` the
  // predecessor of each album in its run.
  const ends: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const id of kept) {
    const place = places.get(id)!
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (places.get(ends[middle]!)! < place) low = middle + 1
      else high = middle
    }
    previous.set(id, ends[low - 1])
    ends[low] = id
  }
  const moved = new Set(kept)
  for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) moved.delete(id)
  return moved
}
