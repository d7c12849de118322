import { useEffect, useSyncExternalStore } from 'react'

// Most pages show nothing of what a person logged: their tabs begin to listen with the first one that does.

let isShown = false
const listeners = new Set<() => void>()

/** For a component that shows what the viewer has logged: from now on this tab hears what becomes of that in others. */
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
