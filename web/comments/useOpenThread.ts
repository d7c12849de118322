import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SeenReview } from '../../shared/logs.ts'

/**
 * Which review's thread is open: one at a time, because every open one is a subscription of its own. What is half-written
 * in the one that closes is kept.
 */
export function useOpenThread() {
  const [open, setOpen] = useState<SeenReview | null>(null)

  const toggle = useCallback((review: SeenReview, button: HTMLElement) => {
    const top = button.getBoundingClientRect().top
    flushSync(() => setOpen((now) => (now?.id === review.id ? null : review)))
    // The one that closed may have stood above.
    scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
  }, [])
  const close = useCallback(() => setOpen(null), [])
  return { open, toggle, close }
}
