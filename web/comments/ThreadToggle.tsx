import { MessageCircle } from 'lucide-react'
import { texts } from '../../shared/texts.ts'
import { prepareThread } from './ReviewThread.tsx'

type ThreadToggleProps = {
  count: number
  open: boolean
  /** called with the button, which must not move on the screen */
  onToggle: (button: HTMLElement) => void
}

export function ThreadToggle({ count, open, onToggle }: ThreadToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onPointerEnter={prepareThread}
      onFocus={prepareThread}
      onClick={({ currentTarget }) => onToggle(currentTarget)}
      className={
        'inline-flex h-9 items-center gap-1.5 rounded-full px-2 text-sm font-semibold text-muted transition-colors ' +
        'duration-150 hover:text-ink aria-expanded:text-ink pointer-coarse:h-11'
      }
    >
      <MessageCircle size={18} aria-hidden="true" />
      {count === 0 ? texts.comments.begin : texts.comments.count(count)}
    </button>
  )
}
