import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SeenReview } from '../../shared/logs.ts'

/** One thread at a time, because each open thread is a subscription. Unsent text in the one that closes is kept. */
export function useOpenThread() {
  const [open, setOpen] = useState<SeenReview | null>(null)

  const toggle = useCallback((review: SeenReview, button: HTMLElement) => {
    const top = button.getBoundingClientRect().top
    flushSync(() => setOpen((previous) => (previous?.id === review.id ? null : review)))
    // The thread that closed may be above the button.
    scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
  }, [])
  const close = useCallback(() => setOpen(null), [])
  return { open, toggle, close }
}
