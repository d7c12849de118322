import { useEffect, useRef, useState } from 'react'
import { trpc } from '../lib/trpc.ts'

/** Asked for this long before the reader is there. */
const AHEAD = '400px'

/** Where the service could not be asked, it is asked again after 5, 10 and 20 seconds. */
const FIRST_WAIT = 5_000
const MOST_TRIES = 4

/**
 * The picture of an artist: the streaming service's, else the one that is `known`. It is asked for at once ('now') or
 * when `place` comes near the screen ('near'); those that come near together are one request.
 */
export function useArtistPicture(name: string, known: string | null, when: 'now' | 'near' | 'never') {
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setIsNear] = useState(false)
  const waits = when === 'near' && !isNear

  useEffect(() => {
    if (!waits) return
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: AHEAD },
    )
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [waits])

  const answer = trpc.catalog.artistPicture.useQuery(
    { artist: name },
    {
      enabled: when !== 'never' && !waits,
      // A picture stays what it is, and that there is none stays too; that the service could not be asked does not.
      staleTime: ({ state }) => (state.data?.unavailable ? 0 : Infinity),
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        data?.unavailable && dataUpdateCount < MOST_TRIES ? FIRST_WAIT * 2 ** (dataUpdateCount - 1) : false,
      retry: false,
    },
  )
  // Until the service has answered, the drawn one stands: no picture is shown to be replaced at once.
  const instead = when === 'never' || answer.isFetched ? known : null
  return { picture: answer.data?.image ?? instead, place }
}
