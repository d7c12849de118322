import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'

/**
 * The catalogue corrects spellings, the address follows, in the same entry of the history. `path` is where what was
 * found stands, null where it stands there already; `keep` hands what was found to the question of that address, which
 * would ask for it anew.
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
