import type { Visibility } from '../../../shared/visibility.ts'

// Changes to different things both apply; a conflict about the same thing is left to the user.

export type ListFields = { name: string; description: string; ranked: boolean; visibility: Visibility }
/** '' means no note. */
export type ListRow = { albumId: number; note: string }
export type ListState = { fields: ListFields; rows: readonly ListRow[] }

export const isSameState = (a: ListState, b: ListState): boolean =>
  isSame(a.fields, b.fields) &&
  a.rows.length === b.rows.length &&
  a.rows.every(({ albumId, note }, at) => albumId === b.rows[at]!.albumId && note === b.rows[at]!.note)

const namesOf = (fields: ListFields) => Object.keys(fields) as (keyof ListFields)[]
const isSame = (a: ListFields, b: ListFields) => namesOf(a).every((name) => a[name] === b[name])

/**
 * Returns null if both changed one field or one note differently, if one removed an album that the other moved or annotated, or
 * if both moved one album.
 */
export function merge(base: ListState, myState: ListState, theirState: ListState): ListState | null {
  const fields = mergeFields(base.fields, myState.fields, theirState.fields)
  const rows = mergeRows(base.rows, myState.rows, theirState.rows)
  return fields && rows && { fields, rows }
}

const mergeValue = <Value>(base: Value, myValue: Value, theirValue: Value): Value | undefined =>
  myValue === base || myValue === theirValue ? theirValue : theirValue === base ? myValue : undefined

function mergeFields(base: ListFields, myFields: ListFields, theirFields: ListFields): ListFields | null {
  const merged = namesOf(base).map((name) => [
    name,
    mergeValue(base[name], myFields[name], theirFields[name]),
  ])
  return merged.some(([, value]) => value === undefined) ? null : (Object.fromEntries(merged) as ListFields)
}

type Rows = readonly ListRow[]
const idsOf = (rows: Rows) => rows.map(({ albumId }) => albumId)
const notesOf = (rows: Rows) => new Map(rows.map(({ albumId, note }) => [albumId, note]))

function mergeRows(base: Rows, myRows: Rows, theirRows: Rows): ListRow[] | null {
  const [baseNotes, myNotes, theirNotes] = [notesOf(base), notesOf(myRows), notesOf(theirRows)]
  const movedByMe = movedBetween(idsOf(base), idsOf(myRows))
  const movedByThem = movedBetween(idsOf(base), idsOf(theirRows))

  const notes = new Map<number, string>()
  for (const id of new Set([...baseNotes.keys(), ...myNotes.keys(), ...theirNotes.keys()])) {
    const baseNote = baseNotes.get(id)
    const [myNote, theirNote] = [myNotes.get(id), theirNotes.get(id)]
    // One of them removed the album: the other must not have changed it. If both did, it is removed.
    if (baseNote !== undefined && (myNote === undefined || theirNote === undefined)) {
      const isTouched =
        (myNote !== undefined && (myNote !== baseNote || movedByMe.has(id))) ||
        (theirNote !== undefined && (theirNote !== baseNote || movedByThem.has(id)))
      if (isTouched) return null
      continue
    }
    const note = mergeValue(baseNote ?? '', myNote ?? baseNote ?? '', theirNote ?? baseNote ?? '')
    if (note === undefined) return null
    notes.set(id, note)
  }
  const order = mergeOrder({ base: idsOf(base), mine: idsOf(myRows), theirs: idsOf(theirRows) }, [
    movedByMe,
    movedByThem,
  ])
  return (
    order && order.filter((id) => notes.has(id)).map((albumId) => ({ albumId, note: notes.get(albumId)! }))
  )
}

type Orders = Record<'base' | 'mine' | 'theirs', number[]>

/** The albums that `myOrder` moved or added follow the same album as in `myOrder`. */
function mergeOrder(
  { base, mine: myOrder, theirs: theirOrder }: Orders,
  [movedByMe, movedByThem]: [ReadonlySet<number>, ReadonlySet<number>],
): number[] | null {
  const isSameOrder =
    theirOrder.filter((id) => myOrder.includes(id)).join() ===
    myOrder.filter((id) => theirOrder.includes(id)).join()
  if (!isSameOrder && [...movedByMe].some((id) => movedByThem.has(id))) return null
  const baseIds = new Set(base)
  const theirIds = new Set(theirOrder)
  const idsToInsert = new Set(myOrder.filter((id) => movedByMe.has(id) || !theirIds.has(id)))
  const isRemovedByThem = (id: number) => baseIds.has(id) && !theirIds.has(id)
  const order = theirOrder.filter((id) => isSameOrder || !idsToInsert.has(id))
  const mergedIds = new Set(order)
  let previousId: number | null = null
  for (const id of myOrder) {
    if (isRemovedByThem(id)) continue
    if (!mergedIds.has(id)) {
      let at = previousId === null ? 0 : order.indexOf(previousId) + 1
      // Rows that both edits inserted at one position keep the order in which they were saved.
      while (at < order.length && !baseIds.has(order[at]!) && !myOrder.includes(order[at]!)) at++
      order.splice(at, 0, id)
      mergedIds.add(id)
    }
    previousId = id
  }
  return order
}

/** Returns all albums in both orders except the longest run that keeps its order. */
export function movedBetween(oldOrder: readonly number[], newOrder: readonly number[]): ReadonlySet<number> {
  const places = new Map(oldOrder.map((id, place) => [id, place]))
  const commonIds = newOrder.filter((id) => places.has(id))
  // Patience sorting: `ends` holds the end of the run of each length with the smallest position, `previous` the
  // predecessor of each album in its run.
  const ends: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const id of commonIds) {
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
  const movedIds = new Set(commonIds)
  for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) movedIds.delete(id)
  return movedIds
}
