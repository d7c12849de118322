import { useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { SeenReview } from '../../shared/logs.ts'
import { part } from './reviewState.ts'

/** The height of the top bar and a finger's tremble. */
const TOP = 68

function onScroll(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** While one has scrolled into the reviews (past `top`), what is new waits, so that nothing moves under their eyes. */
export function useHeldReviews(reviews: SeenReview[], own: string | undefined) {
  const top = useRef<HTMLDivElement>(null)
  const isInside = useSyncExternalStore(
    onScroll,
    () => (top.current?.getBoundingClientRect().top ?? TOP) < TOP,
    () => false,
  )
  const [held, setHeld] = useState<ReadonlySet<number> | null>(null)
  const { shown, waiting } = part(reviews, held, own)

  const idsOf = (list: SeenReview[]) => new Set(list.map(({ id }) => id))
  if (!isInside && held) setHeld(null)
  if (isInside && !held) setHeld(idsOf(shown))

  /** Shows what waits, and goes to where it stands. */
  const release = () => {
    const first = waiting[0]?.id
    flushSync(() => setHeld(idsOf(reviews)))
    top.current?.scrollIntoView({ block: 'start' })
    return first
  }
  return { top, shown, waiting, release }
}
