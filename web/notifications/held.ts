import type { NotificationGroup, NotificationPage } from '../../shared/notifications.ts'

/** Scroll offset, in px, up to which the list can still move. */
const NEAR_TOP = 80

/** True if the user has scrolled down, so that the rows must not move. */
export const isReading = (): boolean => window.scrollY > NEAR_TOP

/** Merges pages into rows by descending position; a group that rose between two fetches appears once, at its newer position. */
export function rowsOf(pages: readonly NotificationPage[]): NotificationGroup[] {
  const rows = new Map<number, NotificationGroup>()
  for (const { items } of pages) for (const item of items) if (!rows.has(item.id)) rows.set(item.id, item)
  return [...rows.values()].toSorted((a, b) => b.position - a.position)
}

/** Keeps the shown rows as they are. */
export const hold = (shown: readonly NotificationGroup[]): readonly NotificationGroup[] => shown

/** Separates shown and older groups from those that are new or gained somebody since `held`. */
export function part(rows: readonly NotificationGroup[], held: readonly NotificationGroup[] | null) {
  if (!held) return { shown: [...rows], waiting: [] }
  const now = new Map(rows.map((row) => [row.id, row]))
  const before = new Map(held.map((row) => [row.id, row]))
  const last = held.at(-1)?.position ?? 0
  return {
    // Rows that no longer exist are removed.
    shown: [
      ...held.filter(({ id }) => now.has(id)),
      ...rows.filter(({ id, position }) => !before.has(id) && position < last),
    ],
    waiting: rows.filter(({ id, position }) => {
      const known = before.get(id)
      return known ? position > known.position : position > last
    }),
  }
}

/** Returns groups that are new or gained somebody since `before`. */
export function arrivals(
  before: readonly NotificationGroup[],
  now: readonly NotificationGroup[],
): NotificationGroup[] {
  const newest = before[0]?.position ?? 0
  return now.filter(({ position }) => position > newest)
}
