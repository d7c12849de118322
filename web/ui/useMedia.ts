import { useSyncExternalStore } from 'react'

/** For texts and counts; styles use Tailwind's breakpoints. `onServer` is the result during server rendering. */
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
