import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { ActivityEntry } from '../../shared/activity.ts'
import { useLive } from '../lib/live.ts'
import { keptPages } from '../lib/livePages.ts'
import { trpc, trpcClient } from '../lib/trpc.ts'
import { refetchAfter, applyEvent, initialState, readFeed, type FeedPage } from './feed.ts'

export const feedQuery = () =>
  keptPages(getQueryKey(trpc.activity.feed, undefined, 'infinite'), trpcClient.activity.feed.query)

export const useFeedPages = () => useInfiniteQuery(feedQuery())

type Pages = { pages: FeedPage[]; refetch: () => Promise<unknown> }

export function useLiveFeed({ pages, refetch }: Pages): ActivityEntry[] {
  const [state] = useLive(trpc.activity.live, {
    input: {},
    from: pages[0]!.live,
    initialState,
    applyEvent,
    refetchAfter: (liveState) => refetchAfter(pages, liveState),
    refetch,
  })
  return useMemo(() => readFeed(pages, state), [pages, state])
}
