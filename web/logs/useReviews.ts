import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { AlbumRef } from '../../shared/catalog.ts'
import { makeLikeStory } from '../likes/likeStory.ts'
import { useKeptLive, useLivePlace } from '../live.ts'
import { trpc } from '../trpc.ts'
import { hear, isOutdated, isRemoved, nothingHeard, readReviews, type NumberedPage, type ReviewSort } from './reviewState.ts'

/** Numbers what is heard. It goes on from visit to visit, because pages stay in the cache in between. */
let heardSoFar = 0

/** The pages of an album's reviews; those of the order before stay until the first of this order is there. */
export function useReviewPages(album: AlbumRef, sort: ReviewSort) {
  const { client } = trpc.useUtils()
  const input = { ...album, sort }
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.logs.reviews, input, 'infinite'),
    queryFn: async ({ pageParam, signal }): Promise<NumberedPage> => {
      const asked = heardSoFar
      return { ...(await client.logs.reviews.query({ ...input, cursor: pageParam }, { signal })), asked, sort }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // An order that was looked at before has missed what was said while the other was shown.
    staleTime: 0,
    // After a time without a network this is quicker than the next try of the WebSocket.
    refetchOnReconnect: 'always',
  })
}

type Pages = { album: AlbumRef; pages: NumberedPage[]; refetch: () => Promise<unknown> }

/** The reviews as they are at this moment, the ids of those that came since the pages, and how likes are told. */
export function useLiveReviews({ album, pages, refetch }: Pages) {
  const [heard, setHeard] = useState(nothingHeard)
  const place = useLivePlace(pages[0]!.live)
  const subscription = trpc.logs.liveReviews.useSubscription(
    { ...album, lastEventId: place.from },
    {
      onData({ id, data }) {
        place.reached(id)
        const at = ++heardSoFar
        setHeard((before) => hear(before, at, data))
      },
    },
  )
  const isLive = useKeptLive(place, subscription)

  const outdated = isOutdated(pages, heard)
  useEffect(() => {
    // A failed try waits for the connection to come back, or for the next reset.
    if (outdated && isLive) void refetch()
  }, [outdated, isLive, refetch])

  const likes = useMemo(
    () =>
      makeLikeStory({
        number: () => ++heardSoFar,
        tell: (change) => setHeard((now) => ({ ...now, likes: change(now.likes) })),
        onRefused: () => void refetch(),
      }),
    [refetch],
  )

  const read = useMemo(() => readReviews(pages, heard), [pages, heard])
  return { ...read, likes, isGone: (id: number) => isRemoved(heard, id) }
}
