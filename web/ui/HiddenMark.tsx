import { EyeOff } from 'lucide-react'
import { texts } from '../../shared/texts.ts'

export function HiddenMark() {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-danger">
      <EyeOff size={15} aria-hidden="true" />
      {texts.ui.hiddenByModerator}
    </span>
  )
}
