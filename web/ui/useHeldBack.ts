import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

type HeldBack<Item, Held> = {
  /** whether the person reads at a place that must not move; asked whenever the page is scrolled */
  isReading: () => boolean
  /** what stands there from now on */
  hold: (shown: readonly Item[]) => Held
  /** separates what is shown from what waits; null shows everything */
  part: (items: readonly Item[], held: Held | null) => { shown: Item[]; waiting: Item[] }
  /** when it changes, what is shown is held again: pages that were appended at the end */
  pages?: number
}

/**
 * While a person reads, what is new waits, so that nothing moves under their eyes. `release` shows what waits, at once:
 * scroll to it then.
 */
export function useHeldBack<Item, Held>(
  items: readonly Item[],
  { isReading, hold, part, pages = 0 }: HeldBack<Item, Held>,
) {
  // Asked when the page is scrolled alone, not while React draws: where something stands costs a layout of the whole page.
  const [reads, setReads] = useState(false)
  const look = useEffectEvent(() => setReads(isReading()))
  useEffect(() => {
    const onScroll = () => look()
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  const [state, setState] = useState<{ held: Held; pages: number } | null>(null)
  const { shown, waiting } = part(items, state?.held ?? null)

  if (!reads && state) setState(null)
  if (reads && state?.pages !== pages) setState({ held: hold(shown), pages })

  const release = () => flushSync(() => setState({ held: hold(items), pages }))
  return { shown, waiting, release }
}
