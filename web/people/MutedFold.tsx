import { useState, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { trpc } from '../lib/trpc.ts'

type MutedFoldProps = {
  nickname: string
  /** muted state when the text was loaded; used until the list of muted users is known */
  muted: boolean | undefined
  children: ReactNode
}

export function MutedFold({ nickname, muted = false, children }: MutedFoldProps) {
  const { viewer } = useViewer()
  const { data: names } = trpc.people.muted.useQuery(undefined, {
    enabled: viewer !== null,
    staleTime: 60_000,
  })
  const [isShown, setShown] = useState(false)
  const isMuted = names?.includes(nickname) ?? muted
  if (isShown || !isMuted) return children
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
