import { createElement } from 'react'
import { useViewer } from '../auth/viewer.tsx'
import { useLoaded } from '../lib/useLoaded.ts'
import { useAreOwnLogsShown } from '../logs/liveOwnLogs.ts'

const load = () => import('../logs/LiveOwnLogs.tsx')

/** Draws nothing: what the viewer has logged changes with their other tabs, once this one has shown any of it. */
export function OwnLogs() {
  const { viewer } = useViewer()
  const areShown = useAreOwnLogsShown()
  const loaded = useLoaded(load, viewer !== null && areShown)
  if (!viewer || !areShown || !loaded) return null
  return createElement(loaded, { key: viewer.nickname, nickname: viewer.nickname })
}
