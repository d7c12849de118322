import type { QueryClient } from '@tanstack/react-query'
import type { FirstData } from '../../shared/firstData.ts'

/** First data counts as fresh for so long, also for queries that always refetch: the page is rendered by then. */
const NEW_FOR = 5_000
/** A document older than this comes from a cache. */
const OLD = 60_000

/**
 * The answers that came with the page, and when the server wrote them; null for those of an old page: what it shows may
 * have changed, and so may the viewer.
 */
export function readFirstData(): (FirstData & { at: number }) | null {
  const text = document.getElementById('first-data')?.textContent
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!text || navigation?.type === 'back_forward') return null
  const firstData = JSON.parse(text) as FirstData & { at: number }
  return Math.abs(Date.now() - firstData.at) > OLD ? null : firstData
}

/** Puts answers into the cache, so that the page is drawn without asking. */
export function takeFirstData(queryClient: QueryClient, { queries }: FirstData, now: number): void {
  for (const { queryKey, data } of queries)
    queryClient.setQueryData(queryKey, asReadBefore(data), { updatedAt: now + NEW_FOR })
}

/**
 * What was read before this page was there is older than all its events. An answer from whose `live` on events are received
 * carries the number at which it was requested (live.ts): 0 is before all of them.
 */
export function asReadBefore<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null) return data
  if ('live' in data) return { ...data, requestedAt: 0 }
  if ('pages' in data && Array.isArray(data.pages)) return { ...data, pages: data.pages.map(asReadBefore) }
  return data
}
