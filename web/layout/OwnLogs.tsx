import { createElement, useEffect, useState, type ComponentType } from 'react'
import { useViewer } from '../auth/viewer.tsx'
import { useAreOwnLogsShown } from '../logs/liveOwnLogs.ts'

type Live = ComponentType<{ nickname: string }>
/** When its program could not be loaded, it is tried again after so many milliseconds: the page goes on without it. */
const AGAIN = 15_000

/** Draws nothing: what the viewer has logged changes with their other tabs, once this one has shown any of it. */
export function OwnLogs() {
  const { viewer } = useViewer()
  const areShown = useAreOwnLogsShown()
  const loaded = useLoaded(viewer !== null && areShown)
  if (!viewer || !areShown || !loaded) return null
  return createElement(loaded, { key: viewer.nickname, nickname: viewer.nickname })
}

/** The component once it is wanted and loaded. Not `lazy`: that would take the page with it where the network fails. */
function useLoaded(isWanted: boolean): Live | null {
  const [loaded, setLoaded] = useState<Live | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isWanted || loaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    import('../logs/LiveOwnLogs.tsx').then(
      (module) => isOver || setLoaded(() => module.default),
      () => {
        if (!isOver) timer = setTimeout(() => setTries((count) => count + 1), AGAIN)
      },
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWanted, loaded, tries])
  return loaded
}
