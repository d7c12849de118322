import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { useOwnChange } from '../../auth/useOwnChange.ts'
import { useLive } from '../../lib/live.ts'
import { livePages } from '../../lib/livePages.ts'
import { refetchAfter } from '../../lib/liveRows.ts'
import { trpc } from '../../lib/trpc.ts'
import { useLikeActions } from '../../likes/likeActions.ts'
import {
  applyEvent,
  isRemoved,
  initialState,
  readReviews,
  type NumberedPage,
  type ReviewSort,
} from './reviewState.ts'

/** `first` comes before all others. The pages of the previous order stay until the first page of the new order has loaded. */
export function useReviewPages(album: AlbumRef, sort: ReviewSort, first: number | null) {
  const { client } = trpc.useUtils()
  const input = { ...album, sort, first: first ?? undefined }
  const pages = livePages(
    getQueryKey(trpc.logs.reviews, input, 'infinite'),
    async (page, options): Promise<Omit<NumberedPage, 'requestedAt'>> => ({
      ...(await client.logs.reviews.query({ ...input, ...page }, options)),
      sort,
    }),
  )
  return useInfiniteQuery({ ...pages, placeholderData: keepPreviousData })
}

type Pages = { album: AlbumRef; pages: NumberedPage[]; first: number | null; refetch: () => Promise<unknown> }

export function useLiveReviews({ album, pages, first, refetch }: Pages) {
  const utils = trpc.useUtils()
  const noteOwnChange = useOwnChange()
  const [state, setState] = useLive(trpc.logs.liveReviews, {
    input: album,
    from: pages[0]!.live,
    initialState,
    applyEvent,
    onEvent(event) {
      noteOwnChange(event)
      if (event.type !== 'review.saved' || event.listens === undefined) return
      // Refetch the other listenings of this user, if the viewer has opened them.
      const { user, album: reviewAlbum } = event.review
      void utils.logs.listens.invalidate({
        artist: reviewAlbum.artist,
        album: reviewAlbum.name,
        nickname: user.nickname,
      })
    },
    refetchAfter: (liveState) => refetchAfter(pages, liveState),
    refetch,
  })

  const likes = useLikeActions(setState, refetch)
  const read = useMemo(() => readReviews(pages, state, first), [pages, state, first])
  return { ...read, likes, isGone: (id: number) => isRemoved(state, id) }
}
