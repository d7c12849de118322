import type { Visibility } from '../../shared/visibility.ts'

// Two edits of one list that began with the same version, made into one: where they changed different things both hold,
// and where they changed the same thing the person decides.

/** What an edit can change of a list beside its albums. */
export type ListFields = { name: string; description: string; ranked: boolean; visibility: Visibility }
/** An album of a list and its note; '' for none. */
export type ListRow = { albumId: number; note: string }
/** What an edit can change of a list. */
export type ListState = { fields: ListFields; rows: readonly ListRow[] }

/** Whether two states are the same. */
export const isSameState = (a: ListState, b: ListState): boolean =>
  isSame(a.fields, b.fields) &&
  a.rows.length === b.rows.length &&
  a.rows.every(({ albumId, note }, at) => albumId === b.rows[at]!.albumId && note === b.rows[at]!.note)

const namesOf = (fields: ListFields) => Object.keys(fields) as (keyof ListFields)[]
const isSame = (a: ListFields, b: ListFields) => namesOf(a).every((name) => a[name] === b[name])

/**
 * Merges `mine` and `theirs`, both edits of `base`. Null where both changed one field or one note
 * differently, where one removed an album that the other moved or noted, and where both moved one album.
 */
export function merge(base: ListState, mine: ListState, theirs: ListState): ListState | null {
  const fields = mergeFields(base.fields, mine.fields, theirs.fields)
  const rows = mergeRows(base.rows, mine.rows, theirs.rows)
  return fields && rows && { fields, rows }
}

/** The one of two values that was changed; undefined where both were, to different ones. */
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
    // Removed by one of them: the other must have left it alone. What both removed is gone.
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

/** Their order, with what I moved or added put where it stands with me: after the album before it. */
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
      // Rows that both edits put into one place keep the order in which they were saved.
      while (at < order.length && !known.has(order[at]!) && !mine.includes(order[at]!)) at++
      order.splice(at, 0, id)
      there.add(id)
    }
    before = id
  }
  return order
}

/**
 * The fewest of the numbers in both orders whose moving makes the second of the first: all but the longest run that
 * keeps its order.
 */
export function movedBetween(before: readonly number[], after: readonly number[]): ReadonlySet<number> {
  const places = new Map(before.map((id, place) => [id, place]))
  const kept = after.filter((id) => places.has(id))
  // Patience sorting: the smallest place at which a run of each length ends, and what comes before each in its run.
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
