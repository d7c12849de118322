import { useState, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { trpc } from '../lib/trpc.ts'

/** What somebody wrote; where the viewer has muted them, a button that shows it. */
export function MutedFold({ nickname, children }: { nickname: string; children: ReactNode }) {
  const { viewer } = useViewer()
  const muted = trpc.people.muted.useQuery(undefined, { enabled: viewer !== null, staleTime: 60_000 })
  const [isShown, setShown] = useState(false)
  if (isShown || !muted.data?.includes(nickname)) return children
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={() => setShown(true)}
      className="-ml-2 min-h-11 rounded-control px-2 text-sm text-muted transition-colors duration-150 hover:text-ink"
    >
      {texts.people.mutedShow}
    </button>
  )
}
