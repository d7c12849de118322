import { useEffect, useSyncExternalStore } from 'react'

// Most pages do not show the viewer's listenings: a tab subscribes when the first component that does is mounted.

let isShown = false
const listeners = new Set<() => void>()

export const useOwnLogsShown = () =>
  useEffect(() => {
    if (isShown) return
    isShown = true
    listeners.forEach((listener) => listener())
  }, [])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useAreOwnLogsShown = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isShown,
    () => false,
  )
