import type { NotificationGroup, NotificationPage } from '../../shared/notifications.ts'

/** Scroll offset, in px, up to which the list can still move. */
const NEAR_TOP = 80

export const isReading = (): boolean => window.scrollY > NEAR_TOP

/** A group that rose between two fetches appears once, at its newer position. */
export function rowsOf(pages: readonly NotificationPage[]): NotificationGroup[] {
  const rows = new Map<number, NotificationGroup>()
  for (const { items } of pages) for (const item of items) if (!rows.has(item.id)) rows.set(item.id, item)
  return [...rows.values()].toSorted((a, b) => b.position - a.position)
}

export const hold = (rows: readonly NotificationGroup[]): readonly NotificationGroup[] => rows

export function part(rows: readonly NotificationGroup[], heldRows: readonly NotificationGroup[] | null) {
  if (!heldRows) return { shown: [...rows], waiting: [] }
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const heldById = new Map(heldRows.map((row) => [row.id, row]))
  const last = heldRows.at(-1)?.position ?? 0
  return {
    shown: [
      ...heldRows.filter(({ id }) => rowById.has(id)),
      ...rows.filter(({ id, position }) => !heldById.has(id) && position < last),
    ],
    waiting: rows.filter(({ id, position }) => {
      const heldRow = heldById.get(id)
      return heldRow ? position > heldRow.position : position > last
    }),
  }
}

export function arrivals(
  previous: readonly NotificationGroup[],
  current: readonly NotificationGroup[],
): NotificationGroup[] {
  const newest = previous[0]?.position ?? 0
  return current.filter(({ position }) => position > newest)
}
