import { useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect, useMemo, useState } from 'react'
import { makeLikeStory } from '../likes/likeStory.ts'
import { useKeptLive, useLivePlace } from '../live.ts'
import { isNotFound, trpc } from '../trpc.ts'
import { hear, nothingHeard, readList, type NumberedList } from './listState.ts'

/** Numbers what is heard. It goes on from visit to visit, because the page stays in the cache in between. */
let heardSoFar = 0

/** The head of a list as the server says it. */
export function useListQuery(id: number) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: getQueryKey(trpc.lists.get, { id }, 'query'),
    queryFn: async ({ signal }): Promise<NumberedList> => {
      const asked = heardSoFar
      return { ...(await client.lists.get.query({ id }, { signal })), asked }
    },
    staleTime: 0,
    // The events keep it fresh.
    refetchOnWindowFocus: false,
    // After a time without a network this is quicker than the next try of the WebSocket.
    refetchOnReconnect: 'always',
  })
}

/** A list as it is at this moment, how its likes are told, and whether it is gone. */
export function useLiveList(page: NumberedList, refetch: () => Promise<unknown>) {
  const [heard, setHeard] = useState(nothingHeard)
  const place = useLivePlace(page.live)
  const subscription = trpc.lists.live.useSubscription(
    { id: page.id, lastEventId: place.from },
    {
      enabled: !heard.isGone,
      onData({ id, data }) {
        place.reached(id)
        const at = ++heardSoFar
        setHeard((before) => hear(before, at, data))
      },
      onError: (error) => {
        if (isNotFound(error)) setHeard((before) => ({ ...before, isGone: true }))
      },
    },
  )
  const isLive = useKeptLive(place, subscription)

  const isOutdated = page.asked < heard.reset
  useEffect(() => {
    // A failed try waits for the connection to come back, or for the next reset.
    if (isOutdated && isLive) void refetch()
  }, [isOutdated, isLive, refetch])

  const likes = useMemo(
    () =>
      makeLikeStory({
        number: () => ++heardSoFar,
        tell: (change) => setHeard((now) => ({ ...now, likes: change(now.likes) })),
        onRefused: () => void refetch(),
      }),
    [refetch],
  )

  const list = useMemo(() => readList(page, heard), [page, heard])
  return { list, likes, isGone: heard.isGone }
}
