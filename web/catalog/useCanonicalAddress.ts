import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'

/**
 * Replaces the URL, in the same history entry, by the canonical `path` (null if the URL is canonical). `keep` caches the data
 * under the canonical names, so that it is not fetched again.
 */
export function useCanonicalAddress(path: string | null, keep: () => void) {
  const [, navigate] = useLocation()
  const move = useEffectEvent((to: string) => {
    keep()
    navigate(to + location.search, { replace: true, state: history.state as unknown })
  })
  useEffect(() => {
    if (path !== null) move(path)
  }, [path])
}
