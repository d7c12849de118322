import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { AlbumRef } from '../../shared/catalog.ts'
import { useOwnChange } from '../auth/useOwnChange.ts'
import { lastMoment, liveQuery, useLive } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { useLikeStory } from '../likes/likeStory.ts'
import {
  hear,
  isOutdated,
  isRemoved,
  nothingHeard,
  readReviews,
  type NumberedPage,
  type ReviewSort,
} from './reviewState.ts'

/**
 * The pages of an album's reviews, `first` before all others; those of the order before stay until the first of this
 * order is there.
 */
export function useReviewPages(album: AlbumRef, sort: ReviewSort, first: number | null) {
  const { client } = trpc.useUtils()
  const input = { ...album, sort, first: first ?? undefined }
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.logs.reviews, input, 'infinite'),
    queryFn: async ({ pageParam, signal }): Promise<NumberedPage> => {
      const asked = lastMoment()
      return {
        ...(await client.logs.reviews.query({ ...input, cursor: pageParam }, { signal })),
        asked,
        sort,
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...liveQuery,
  })
}

type Pages = { album: AlbumRef; pages: NumberedPage[]; first: number | null; refetch: () => Promise<unknown> }

/** The reviews as they are at this moment, the ids of those that came since the pages, and how likes are told. */
export function useLiveReviews({ album, pages, first, refetch }: Pages) {
  const [heard, setHeard] = useLive(trpc.logs.liveReviews, {
    input: album,
    from: pages[0]!.live,
    nothing: nothingHeard,
    hear,
    onEvent: useOwnChange(),
    gap: (known) => (isOutdated(pages, known) ? known.reset : 0),
    refetch,
  })

  const likes = useLikeStory(setHeard, refetch)
  const read = useMemo(() => readReviews(pages, heard, first), [pages, heard, first])
  return { ...read, likes, isGone: (id: number) => isRemoved(heard, id) }
}
