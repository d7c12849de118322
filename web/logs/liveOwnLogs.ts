import { useEffect, useSyncExternalStore } from 'react'

// Most pages do not show the viewer's logs: a tab subscribes when the first component that does is mounted.

let isShown = false
const listeners = new Set<() => void>()

/** For a component that shows the viewer's logs: from now on this tab receives the changes of other tabs. */
export const useOwnLogsShown = () =>
  useEffect(() => {
    if (isShown) return
    isShown = true
    listeners.forEach((changed) => changed())
  }, [])

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Whether this tab has shown anything that the viewer has logged. */
export const useAreOwnLogsShown = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isShown,
    () => false,
  )
