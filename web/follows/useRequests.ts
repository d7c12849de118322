import { useCallback } from 'react'
import type { FollowRequestsEvent } from '../../shared/events.ts'
import { useKeptLive, useLivePlace } from '../lib/live.ts'
import { liveQuery } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

/** Follow requests to the viewer and their number, live. */
export function useRequests() {
  const query = trpc.follows.requests.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, ...liveQuery, staleTime: 0 },
  )
  const { refetch: again } = query
  const refetch = useCallback(() => again(), [again])
  const applyEvent = (event: FollowRequestsEvent) => {
    switch (event.type) {
      case 'followRequests.changed':
      case 'reset':
        return void refetch()
      case 'live':
    }
  }
  const place = useLivePlace('')
  const subscription = trpc.follows.liveRequests.useSubscription(
    { lastEventId: place.from || null },
    {
      onData({ id, data }) {
        place.reached(id)
        applyEvent(data)
      },
    },
  )
  useKeptLive(place, subscription, { refetch })
  return query
}
