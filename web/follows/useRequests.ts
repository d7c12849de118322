import type { FollowRequestsEvent } from '../../shared/events.ts'
import { liveQuery, useLiveChanges } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'

export function useRequests() {
  const query = trpc.follows.requests.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, ...liveQuery },
  )
  const { requests } = trpc.useUtils().follows
  const refetch = () => requests.invalidate()
  const onEvent = ({ type }: FollowRequestsEvent) => {
    if (type === 'followRequests.changed') void refetch()
  }
  useLiveChanges(trpc.follows.liveRequests, { onEvent, refetch })
  return query
}
