import { useEffect } from 'react'
import { hasScrollPosition, scrollWhileGrowing, useFragment } from '../lib/navigation.ts'

const WITHIN = 10_000

/** Keeps the section that the address names on screen while the sections above it are loading. */
export function useAnchor() {
  const anchor = useFragment()
  useEffect(() => {
    if (anchor === '' || hasScrollPosition()) return
    return scrollWhileGrowing(() => {
      document.getElementById(anchor)?.scrollIntoView({ behavior: 'instant' })
      return false
    }, WITHIN)
  }, [anchor])
}
