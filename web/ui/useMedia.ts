import { useSyncExternalStore } from 'react'

/**
 * Returns whether a media query matches. For styles use Tailwind's breakpoints; this is for texts and counts. `onServer` is the
 * value during server rendering, which does not know the device.
 */
export function useMedia(query: string, onServer = false): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => onServer,
  )
}
