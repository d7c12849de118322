import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { useAway } from '../lib/away.ts'
import { formatMoment } from '../ui/dates.ts'
import { Loading } from '../ui/Skeleton.tsx'
import { OfflinePage } from './OfflinePage.tsx'
import { useShown } from './useKeptPage.ts'

/** Shows a page; while the server is unreachable, its offline copy with a note, or links to other offline pages. */
export function KeptOrLive({ children }: { children: ReactNode }) {
  const content = useShown()
  if (content === 'looking') return <Loading />
  if (content === 'nothing') return <OfflinePage />
  return (
    <>
      {typeof content === 'object' && <KeptNote at={content.keptAt} />}
      {children}
    </>
  )
}

function KeptNote({ at }: { at: number }) {
  const reason = navigator.onLine ? texts.away.unreachable : texts.away.offline
  return (
    <p
      role="status"
      data-kept
      className="border-b border-line bg-sunken px-4 py-2.5 text-center text-sm text-muted"
    >
      {reason} {texts.away.keptFrom(formatMoment(new Date(at)))}
    </p>
  )
}

export function PageComing() {
  return useAway() ? <OfflinePage /> : <Loading />
}
