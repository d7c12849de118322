import { useEffect, useState } from 'react'
import type { Playing, PlayingList } from '../../shared/nowPlaying.ts'
import { useEvents } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { useDebouncedRefetch } from './useDebouncedRefetch.ts'

/** The longest delay of a timer. */
const LONGEST = 2 ** 31 - 1

const inputOf = (nickname: string | undefined) => (nickname === undefined ? {} : { nickname })

/** What a person plays now, or without a nickname the viewer and the people they follow. */
export const usePlaying = (nickname?: string) =>
  trpc.plays.playing.useQuery(inputOf(nickname), { staleTime: 0, refetchOnWindowFocus: false, retry: false })

type Fetched = { data: PlayingList; dataUpdatedAt: number; refetch: () => Promise<unknown> }

/** Keeps current what was fetched, and leaves out what has ended. */
export function useLivePlaying(
  { data, dataUpdatedAt, refetch }: Fetched,
  nickname?: string,
): readonly Playing[] {
  const refetchSoon = useDebouncedRefetch(refetch)
  useEvents(trpc.plays.livePlaying, {
    input: inputOf(nickname),
    from: data.live,
    onEvent: refetchSoon,
    refetch,
  })

  const [now, setNow] = useState(() => Date.now())
  const endOf = ({ endsIn }: Playing) => dataUpdatedAt + endsIn
  const items = data.items.filter((playing) => endOf(playing) > now)
  const end = Math.min(...items.map(endOf))
  useEffect(() => {
    if (!Number.isFinite(end)) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(LONGEST, Math.max(0, end - Date.now()) + 20))
    return () => clearTimeout(timer)
  }, [end, now])
  return items
}
