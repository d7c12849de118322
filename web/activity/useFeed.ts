import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ActivityEvent } from '../../shared/events.ts'
import { trpc } from '../trpc.ts'
import { gap, hear, nothingHeard, readFeed, type FeedPage } from './feed.ts'

/** Numbers what is heard. It goes on from visit to visit, because pages stay in the cache in between. */
let heardSoFar = 0

/** The pages of the feed; those of an earlier visit are shown at once, and the events catch up. */
export function useFeedPages() {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.activity.feed, undefined, 'infinite'),
    queryFn: async ({ pageParam, signal }): Promise<FeedPage> => {
      const asked = heardSoFar
      return { ...(await client.activity.feed.query({ cursor: pageParam }, { signal })), asked }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // The events keep it fresh.
    staleTime: Infinity,
    // After a time without a network this is quicker than the next try of the WebSocket.
    refetchOnReconnect: 'always',
  })
}

type Pages = { pages: FeedPage[]; refetch: () => Promise<unknown> }

/** The feed as it is at this moment, and whether what happens is being heard. */
export function useLiveFeed({ pages, refetch }: Pages) {
  const [heard, setHeard] = useState(nothingHeard)
  const isLive = useLiveEvents(pages[0]!.live, (event) => {
    const at = ++heardSoFar
    setHeard((before) => hear(before, at, event))
  })

  const wanted = gap(pages, heard)
  useEffect(() => {
    // A failed try waits for the connection to come back, or for the person.
    if (wanted > 0 && isLive) void refetch()
  }, [wanted, isLive, refetch])

  const entries = useMemo(() => readFeed(pages, heard), [pages, heard])
  return { entries, isLive }
}

const RESTART = 3_000

/**
 * Hears the feed's events from a page's `live` on. tRPC itself goes on from the last event when a connection was
 * lost; where the subscription itself ended (the server failed for a moment) it is begun anew, from there as well.
 */
function useLiveEvents(first: string, onEvent: (event: ActivityEvent) => void): boolean {
  const last = useRef(first)
  // Only read at the beginning: later pages have a later `live`, which is no reason to subscribe anew.
  const [from, setFrom] = useState(first)
  const { status, reset } = trpc.activity.live.useSubscription(
    { lastEventId: from },
    {
      onData: ({ id, data }) => {
        last.current = id
        onEvent(data)
      },
    },
  )

  const ended = status === 'error' || status === 'idle'
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(
      () => {
        if (last.current === from) reset()
        else setFrom(last.current)
      },
      RESTART * (0.5 + Math.random()),
    )
    return () => clearTimeout(timer)
  }, [ended, from, reset])

  return status === 'pending'
}
