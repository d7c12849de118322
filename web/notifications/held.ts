import type { NotificationGroup, NotificationPage } from '../../shared/notifications.ts'

/** What is scrolled so far is read: nothing may move there. */
const NEAR_TOP = 80

/** Whether the person reads at a place that must not move. */
export const isReading = (): boolean => window.scrollY > NEAR_TOP

/** The groups of some pages; one that rose while pages were fetched stands where it stands now. */
export function rowsOf(pages: readonly NotificationPage[]): NotificationGroup[] {
  const rows = new Map<number, NotificationGroup>()
  for (const { items } of pages) for (const item of items) if (!rows.has(item.id)) rows.set(item.id, item)
  return [...rows.values()].toSorted((a, b) => b.position - a.position)
}

/** What stands there stays as it is. */
export const hold = (shown: readonly NotificationGroup[]): readonly NotificationGroup[] => shown

/** Separates the groups that are shown, and older ones, from those that are new or were joined since. */
export function part(rows: readonly NotificationGroup[], held: readonly NotificationGroup[] | null) {
  if (!held) return { shown: [...rows], waiting: [] }
  const now = new Map(rows.map((row) => [row.id, row]))
  const before = new Map(held.map((row) => [row.id, row]))
  const last = held.at(-1)?.position ?? 0
  return {
    // What is gone by now goes.
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

/** What came, or was joined by somebody, since. */
export function arrivals(
  before: readonly NotificationGroup[],
  now: readonly NotificationGroup[],
): NotificationGroup[] {
  const newest = before[0]?.position ?? 0
  return now.filter(({ position }) => position > newest)
}
