import { useEffect, useRef, useState } from 'react'
import { trpc } from '../trpc.ts'

/** Asked for this long before the reader is there. */
const AHEAD = '400px'

/**
 * The picture of an artist: the one that is known, else the one that the streaming service has. It is asked for at
 * once ('now') or when `place` comes near the screen ('near'); those that come near together are one request.
 */
export function useArtistPicture(name: string, known: string | null, when: 'now' | 'near' | 'never') {
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setIsNear] = useState(false)
  const waits = when === 'near' && known === null && !isNear

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
      enabled: known === null && when !== 'never' && !waits,
      // A picture stays what it is; without one the drawing stands, and asking again would not help.
      staleTime: Infinity,
      retry: false,
    },
  )
  return { picture: known ?? answer.data?.image ?? null, place }
}
