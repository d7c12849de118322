import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'

/**
 * When the catalogue corrects a spelling, the URL follows, in the same history entry. `path` is the canonical path of what was
 * found, null when the URL has it already; `keep` puts the data into the query cache of that path, which
 * would otherwise fetch it again.
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
