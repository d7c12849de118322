import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useKeptLive, useLivePlace } from '../live.ts'
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
  const place = useLivePlace(pages[0]!.live)
  const subscription = trpc.activity.live.useSubscription(
    { lastEventId: place.from },
    {
      onData({ id, data }) {
        place.reached(id)
        const at = ++heardSoFar
        setHeard((before) => hear(before, at, data))
      },
    },
  )
  const isLive = useKeptLive(place, subscription)

  const wanted = gap(pages, heard)
  useEffect(() => {
    // A failed try waits for the connection to come back, or for the person.
    if (wanted > 0 && isLive) void refetch()
  }, [wanted, isLive, refetch])

  const entries = useMemo(() => readFeed(pages, heard), [pages, heard])
  return { entries, isLive }
}
