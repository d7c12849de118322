import { createElement } from 'react'
import { useViewer } from '../auth/viewer.tsx'
import { useLoaded } from '../lib/useLoaded.ts'
import { useAreOwnLogsShown } from '../logs/liveOwnLogs.ts'

const load = () => import('../logs/LiveOwnLogs.tsx')

/** Renders nothing. Syncs the viewer's listenings with their other tabs once this tab has shown any. */
export function OwnLogs() {
  const { viewer } = useViewer()
  const areShown = useAreOwnLogsShown()
  const loaded = useLoaded(load, viewer !== null && areShown)
  if (!viewer || !areShown || !loaded) return null
  return createElement(loaded, { key: viewer.nickname, nickname: viewer.nickname })
}
