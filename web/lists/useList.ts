import { queryOptions, useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import { useOwnChange } from '../auth/useOwnChange.ts'
import { lastMoment, liveQuery, useLive } from '../lib/live.ts'
import { isNotFound, trpc, trpcClient } from '../lib/trpc.ts'
import { useLikeStory } from '../likes/likeStory.ts'
import { hear, nothingHeard, readList, type NumberedList } from './listState.ts'

/** The head of a list as the server says it. */
export const listQuery = (id: number) =>
  queryOptions({
    queryKey: getQueryKey(trpc.lists.get, { id }, 'query'),
    queryFn: async ({ signal }): Promise<NumberedList> => {
      const asked = lastMoment()
      return { ...(await trpcClient.lists.get.query({ id }, { signal })), asked }
    },
    ...liveQuery,
  })

/** See listQuery. */
export const useListQuery = (id: number) => useQuery(listQuery(id))

/** A list as it is at this moment, how its likes are told, and whether it is gone. */
export function useLiveList(page: NumberedList, refetch: () => Promise<unknown>) {
  const [heard, setHeard] = useLive(trpc.lists.live, {
    input: { id: page.id },
    from: page.live,
    nothing: nothingHeard,
    hear,
    gap: ({ reset }) => (page.asked < reset ? reset : 0),
    refetch,
    onEvent: useOwnChange(),
    hearError: (before, error) => (isNotFound(error) ? { ...before, isGone: true } : before),
    isOver: ({ isGone }) => isGone,
  })

  const likes = useLikeStory(setHeard, refetch)
  const list = useMemo(() => readList(page, heard), [page, heard])
  return { list, likes, isGone: heard.isGone }
}
