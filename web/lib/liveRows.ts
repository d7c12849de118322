import type { ControlEvent, PlakEvent } from '../../shared/events.ts'
import type { UserChanges } from './presentUser.ts'

/**
 * The rows of a live list are the server's pages with all later events applied. One sequence orders both (`nextSequence`): an
 * event gets the next number when it is received, a page the last number when it is requested. A page includes all events
 * received before it was requested; events received after it can be newer.
 */
export type Numbered<Page> = Page & { requestedAt: number }

/** State of a row after the last event about it, which was received as number `at`; `row` is null if it was removed. */
export type Latest<Row> = {
  row: Row | null
  at: number
  /** the row existed before its event, so that only a page knows its position and whether the viewer likes it */
  returns?: boolean | undefined
}

/** The map keeps the order in which the rows appeared. */
export function withLatest<Key, One extends Latest<object>>(
  latest: ReadonlyMap<Key, One>,
  key: Key,
  next: One,
): ReadonlyMap<Key, One> {
  const copy = new Map(latest)
  if (copy.get(key)?.row === null) copy.delete(key)
  return copy.set(key, next)
}

/** Applies an event that means the same in every live list. */
export function applyShared<State extends { changed: UserChanges; reset: number }>(
  state: State,
  at: number,
  event: ControlEvent | PlakEvent<'user.changed'>,
): State {
  switch (event.type) {
    case 'live':
      return state
    case 'reset':
      return { ...state, reset: at }
    case 'user.changed':
      return { ...state, changed: [...state.changed, { at, ...event }] }
  }
}

export const idOf = ({ id }: { id: number }): number => id

/**
 * Returns the number of the last event that requires a refetch of the pages: events were lost (`reset`), or a row came back that
 * no page contains. Returns 0 if the pages were requested after it.
 */
export function refetchAfter(
  pages: readonly Numbered<{ items: readonly object[] }>[],
  { reset, latest }: { reset: number; latest: ReadonlyMap<unknown, Latest<object>> },
): number {
  const isListed = (key: unknown) =>
    pages.some(({ items }) => items.some((item) => 'id' in item && item.id === key))
  const missingRows = [...latest].filter(([key, { row, returns }]) => row && returns && !isListed(key))
  const last = Math.max(reset, ...missingRows.map(([, { at }]) => at))
  return pages.some(({ requestedAt }) => requestedAt < last) ? last : 0
}

/** A current row; `since` is the number at which it was current: that of its page or its event. */
type CurrentRow<Row, Item extends Row> = {
  row: Row
  since: number
  /** the row in its page; null if no page contains it */
  pageRow: { item: Item; requestedAt: number } | null
}

/**
 * Returns the current rows without duplicates: those of the pages in their order, then those that only events brought, in the
 * order of their events. `reaches` returns whether a row is within a page, not beyond its end.
 */
export function mergeRows<Key, Row extends object, Item extends Row, Page>(
  pages: readonly (Page & Numbered<{ items: readonly Item[] }>)[],
  latest: ReadonlyMap<Key, Latest<Row>>,
  { keyOf, reaches }: { keyOf: (row: Row) => Key; reaches: (page: Page, row: Row) => boolean },
): CurrentRow<Row, Item>[] {
  const rows = new Map<Key, CurrentRow<Row, Item>>()
  const listedKeys = new Set<Key>()
  for (const { items, requestedAt } of pages) {
    for (const item of items) {
      const key = keyOf(item)
      const event = latest.get(key)
      const pageRow = { item, requestedAt }
      listedKeys.add(key)
      if (!event || !isNewer(event, pageRow)) rows.set(key, { row: item, since: requestedAt, pageRow })
      else if (event.row) rows.set(key, { row: event.row, since: event.at, pageRow })
    }
  }
  for (const [key, { row, at, returns }] of latest) {
    if (!row || returns || listedKeys.has(key)) continue
    const page = pages.find((each) => reaches(each, row))
    // Skip a row beyond the loaded pages, or one removed since: its event is older than its page, which does not contain it.
    if (page && at > page.requestedAt) rows.set(key, { row, since: at, pageRow: null })
  }
  return [...rows.values()]
}

const versionOf = (row: object): number => ('version' in row ? Number(row.version) : 0)

/** True if an event describes a newer state of a row than its page: by version, or else by the order of both. */
function isNewer({ row, at }: Latest<object>, pageRow: { item: object; requestedAt: number }): boolean {
  const difference = row ? versionOf(row) - versionOf(pageRow.item) : 0
  return difference === 0 ? at > pageRow.requestedAt : difference > 0
}
