import type { SyntheticEvent } from 'react'
import { texts } from '../../shared/texts.ts'
import { InlineError } from '../ui/EmptyState.tsx'

type FoundMoreProps = { onRetry: () => void; busy: boolean; onLeave: () => void }

/** Follows the list, because a list box cannot contain a button. Loaded when the service fails. */
export default function FoundMore({ onRetry, busy, onLeave }: FoundMoreProps) {
  return (
    <div
      data-more
      role="presentation"
      onBlur={onLeave}
      onMouseDown={keepOpen}
      onMouseUp={stop}
      onTouchStart={stop}
      onTouchEnd={stop}
    >
      <InlineError
        text={texts.catalog.moreFailed}
        onRetry={onRetry}
        busy={busy}
        className="px-3 py-2.5 text-sm"
      />
    </div>
  )
}

// Downshift closes the list on a press outside of it, and when the box loses the focus.
const stop = (event: SyntheticEvent) => event.stopPropagation()

function keepOpen(event: SyntheticEvent) {
  event.preventDefault()
  event.stopPropagation()
}
