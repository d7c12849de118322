import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { ActivityEntry } from '../../shared/activity.ts'
import { lastSequence, liveQuery, useLive } from '../lib/live.ts'
import { trpc, trpcClient } from '../lib/trpc.ts'
import { refetchAfter, applyEvent, initialState, readFeed, type FeedPage } from './feed.ts'

/** The pages of the feed. */
export const feedQuery = () =>
  infiniteQueryOptions({
    queryKey: getQueryKey(trpc.activity.feed, undefined, 'infinite'),
    queryFn: async ({ pageParam, signal }): Promise<FeedPage> => {
      const requestedAt = lastSequence()
      return { ...(await trpcClient.activity.feed.query({ cursor: pageParam }, { signal })), requestedAt }
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
  const [state] = useLive(trpc.activity.live, {
    input: {},
    from: pages[0]!.live,
    initialState,
    applyEvent,
    refetchAfter: (known) => refetchAfter(pages, known),
    refetch,
  })
  return useMemo(() => readFeed(pages, state), [pages, state])
}
