import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { ActivityEntry } from '../../shared/activity.ts'
import { lastMoment, liveQuery, useLive } from '../lib/live.ts'
import { trpc, trpcClient } from '../lib/trpc.ts'
import { gap, hear, nothingHeard, readFeed, type FeedPage } from './feed.ts'

/** The pages of the feed. */
export const feedQuery = () =>
  infiniteQueryOptions({
    queryKey: getQueryKey(trpc.activity.feed, undefined, 'infinite'),
    queryFn: async ({ pageParam, signal }): Promise<FeedPage> => {
      const asked = lastMoment()
      return { ...(await trpcClient.activity.feed.query({ cursor: pageParam }, { signal })), asked }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...liveQuery,
    // Those of an earlier visit are shown as they were left, and the events catch up.
    staleTime: Infinity,
  })

/** See feedQuery. */
export const useFeedPages = () => useInfiniteQuery(feedQuery())

type Pages = { pages: FeedPage[]; refetch: () => Promise<unknown> }

/** The feed as it is at this moment. */
export function useLiveFeed({ pages, refetch }: Pages): ActivityEntry[] {
  const [heard] = useLive(trpc.activity.live, {
    input: {},
    from: pages[0]!.live,
    nothing: nothingHeard,
    hear,
    gap: (known) => gap(pages, known),
    refetch,
  })
  return useMemo(() => readFeed(pages, heard), [pages, heard])
}
