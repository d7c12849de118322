import type { QueryClient } from '@tanstack/react-query'
import type { FirstData } from '../../shared/firstData.ts'

/** How long first data counts as fresh, in milliseconds, even for queries that always refetch: the page has rendered by then. */
const NEW_FOR = 5_000
/** An older document comes from a cache. In milliseconds. */
const OLD = 60_000

let position: string | null = null

/** Position in the event log before the document's data was read: a subscription from there misses nothing. Null if unknown. */
export const positionOfDocument = (): string | null => position

/** Returns null if the document is old: the data may have changed, and the viewer, too. */
export function readFirstData(): (FirstData & { at: number }) | null {
  const text = document.getElementById('first-data')?.textContent
  if (!text) return null
  const firstData = JSON.parse(text) as FirstData & { at: number }
  position = firstData.position
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isOld = navigation?.type === 'back_forward' || Math.abs(Date.now() - firstData.at) > OLD
  return isOld ? null : firstData
}

export function takeFirstData(queryClient: QueryClient, { queries }: FirstData, now: number): void {
  for (const { queryKey, data } of queries)
    queryClient.setQueryData(queryKey, asReadBefore(data), { updatedAt: now + NEW_FOR })
}

/**
 * Marks data that was read before the page loaded as older than all events. Data with a `live` position, from which events are
 * received, carries the number at which it was requested (live.ts); 0 is before all events.
 */
export function asReadBefore<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null) return data
  if ('live' in data) return { ...data, requestedAt: 0 }
  if ('pages' in data && Array.isArray(data.pages)) return { ...data, pages: data.pages.map(asReadBefore) }
  return data
}
