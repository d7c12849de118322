import { Lock, UsersRound } from 'lucide-react'
import { texts } from '../../shared/texts.ts'
import type { Visibility } from '../../shared/visibility.ts'

export function ListLevel({ visibility }: { visibility: Visibility }) {
  if (visibility === 'everyone') return null
  const Icon = visibility === 'me' ? Lock : UsersRound
  return (
    <span title={texts.visibility.label} className="flex items-center gap-1.5">
      <Icon size={15} aria-hidden="true" />
      {texts.visibility[visibility]}
    </span>
  )
}
