import { queryOptions, useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import { useOwnChange } from '../auth/useOwnChange.ts'
import { lastSequence, liveQuery, useLive } from '../lib/live.ts'
import { isNotFound, trpc, trpcClient } from '../lib/trpc.ts'
import { useLikeActions } from '../likes/likeActions.ts'
import { applyEvent, initialState, readList, type NumberedList } from './listState.ts'

export const listQuery = (id: number) =>
  queryOptions({
    queryKey: getQueryKey(trpc.lists.get, { id }, 'query'),
    queryFn: async ({ signal }): Promise<NumberedList> => {
      const requestedAt = lastSequence()
      return { ...(await trpcClient.lists.get.query({ id }, { signal })), requestedAt }
    },
    ...liveQuery,
  })

export const useListQuery = (id: number) => useQuery(listQuery(id))

export function useLiveList(page: NumberedList, refetch: () => Promise<unknown>) {
  const [state, setState] = useLive(trpc.lists.live, {
    input: { id: page.id },
    from: page.live,
    initialState,
    applyEvent,
    refetchAfter: ({ reset }) => (page.requestedAt < reset ? reset : 0),
    refetch,
    onEvent: useOwnChange(),
    applyError: (previous, error) => (isNotFound(error) ? { ...previous, isGone: true } : previous),
    isOver: ({ isGone }) => isGone,
  })

  const likes = useLikeActions(setState, refetch)
  const list = useMemo(() => readList(page, state), [page, state])
  return { list, likes, isGone: state.isGone }
}
