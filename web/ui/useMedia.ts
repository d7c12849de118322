import { useSyncExternalStore } from 'react'

/**
 * Whether a media query holds now. For looks use Tailwind's breakpoints; this is for what words and counts depend on.
 * `onServer` is drawn by the server, which cannot know.
 */
export function useMedia(query: string, onServer = false): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => onServer,
  )
}
