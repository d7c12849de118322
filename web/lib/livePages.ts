import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { lastSequence, liveQuery } from './live.ts'

/** The cursor of a page in, the page out. */
type ReadPage<Page> = (input: { cursor: string | null }, options: { signal: AbortSignal }) => Promise<Page>

/** A query of pages that live events are merged with: each page says after which of them it was requested. */
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

/** The same for pages that events keep current while they are not shown: an earlier visit's page is shown as it was left. */
export const keptPages = <Page extends { next: string | null }>(queryKey: QueryKey, read: ReadPage<Page>) =>
  infiniteQueryOptions({ ...livePages(queryKey, read), staleTime: Infinity })
