import { useEffect, useRef, useState } from 'react'
import { trpc } from '../lib/trpc.ts'

/** Distance from the screen at which the picture is requested. */
const AHEAD = '400px'

/** If the service was unavailable, the request is repeated after 5, 10 and 20 seconds. */
const FIRST_WAIT = 5_000
const MOST_TRIES = 4

/** 'near' requests the picture when `place` comes near the screen. Requests made at about the same time are batched. */
export function useArtistPicture(name: string, fallback: string | null, when: 'now' | 'near' | 'never') {
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setIsNear] = useState(false)
  const waits = when === 'near' && !isNear

  useEffect(() => {
    if (!waits) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: AHEAD },
    )
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [waits])

  const answer = trpc.catalog.artistPicture.useQuery(
    { artist: name },
    {
      enabled: when !== 'never' && !waits,
      // Pictures do not change, and neither does their absence; an unavailable service is requested again.
      staleTime: ({ state }) => (state.data?.unavailable ? 0 : Infinity),
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        data?.unavailable && dataUpdateCount < MOST_TRIES ? FIRST_WAIT * 2 ** (dataUpdateCount - 1) : false,
      retry: false,
    },
  )
  // Shows the drawn record until the service has responded, so that no picture is replaced right after it appears.
  const instead = when === 'never' || answer.isFetched ? fallback : null
  return { picture: answer.data?.image ?? instead, place }
}
