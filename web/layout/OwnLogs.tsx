import { lazy, Suspense } from 'react'
import { useViewer } from '../auth/viewer.tsx'
import { useAreOwnLogsShown } from '../logs/liveOwnLogs.ts'

const LiveOwnLogs = lazy(() => import('../logs/LiveOwnLogs.tsx'))

/** Draws nothing: what the viewer has logged changes with their other tabs, once this one has shown any of it. */
export function OwnLogs() {
  const { viewer } = useViewer()
  const areShown = useAreOwnLogsShown()
  if (!viewer || !areShown) return null
  return (
    <Suspense>
      <LiveOwnLogs key={viewer.nickname} nickname={viewer.nickname} />
    </Suspense>
  )
}
