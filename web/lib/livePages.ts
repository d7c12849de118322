import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { lastSequence, liveQuery } from './live.ts'

type ReadPage<Page> = (input: { cursor: string | null }, options: { signal: AbortSignal }) => Promise<Page>

/** Options of an infinite query merged with live events: each page stores the number of the last event before its request. */
export const livePages = <Page extends { next: string | null }>(queryKey: QueryKey, read: ReadPage<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page & { requestedAt: number }> => {
      const requestedAt = lastSequence()
      return { ...(await read({ cursor: pageParam }, { signal })), requestedAt }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...liveQuery,
  })

/** Like livePages, for pages that events keep current even while they are not shown: returning shows the cached pages. */
export const keptPages = <Page extends { next: string | null }>(queryKey: QueryKey, read: ReadPage<Page>) =>
  infiniteQueryOptions({ ...livePages(queryKey, read), staleTime: Infinity })
