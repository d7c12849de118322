import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { ActivityEntry } from '../../shared/activity.ts'
import { hold, part, type Held } from './feed.ts'

/** A finger's tremble is not yet scrolling. */
const TOP = 4

function onScroll(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/**
 * While the page is not scrolled to its top, what is new waits, so that nothing moves under the reader's eyes.
 * `pages` counts the loaded pages: what they append at the end is held from then on, too.
 */
export function useHeld(entries: ActivityEntry[], pages: number) {
  const isAtTop = useSyncExternalStore(
    onScroll,
    () => window.scrollY <= TOP,
    () => true,
  )
  const [state, setState] = useState<{ held: Held; pages: number } | null>(null)
  const { shown, waiting } = part(entries, state?.held ?? null)

  if (isAtTop && state) setState(null)
  if (!isAtTop && state?.pages !== pages) setState({ held: hold(shown), pages })

  /** Shows what waits, at once, at the top of the page. */
  const release = () => {
    flushSync(() => setState({ held: hold(entries), pages }))
    window.scrollTo(0, 0)
  }
  return { shown, waiting, release }
}
