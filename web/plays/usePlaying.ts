import { useEffect, useState } from 'react'
import type { Playing } from '../../shared/nowPlaying.ts'
import { useEvents } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { useDebouncedRefetch } from './useDebouncedRefetch.ts'

/** The longest delay of a timer. */
const LONGEST = 2 ** 31 - 1

/** What a person plays now, or without a nickname the viewer and the people they follow; live, and without what has ended. */
export function usePlaying(nickname?: string): readonly Playing[] {
  const input = nickname === undefined ? {} : { nickname }
  const { data, dataUpdatedAt, refetch } = trpc.plays.playing.useQuery(input, {
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const refetchSoon = useDebouncedRefetch(refetch)
  useEvents(trpc.plays.livePlaying, { input, from: null, onEvent: refetchSoon, refetch })

  const [now, setNow] = useState(() => Date.now())
  const items = (data?.items ?? []).filter(({ endsIn }) => dataUpdatedAt + endsIn > now)
  const end = Math.min(...items.map(({ endsIn }) => dataUpdatedAt + endsIn))
  useEffect(() => {
    if (!Number.isFinite(end)) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(LONGEST, Math.max(0, end - Date.now()) + 20))
    return () => clearTimeout(timer)
  }, [end, now])
  return items
}
