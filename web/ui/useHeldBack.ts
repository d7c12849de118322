import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'

type HeldBack<Item, Held> = {
  /** true if the user reads at a position that must not move; called on every scroll */
  isReading: () => boolean
  /** returns a record of the shown items, which stay as they are */
  hold: (shown: readonly Item[]) => Held
  /** separates shown items from waiting ones; null shows all */
  part: (items: readonly Item[], held: Held | null) => { shown: Item[]; waiting: Item[] }
  /** a change records the shown items again: pages were appended at the end */
  pages?: number
}

/** Holds new items back while the user reads, so that nothing moves. Scroll to the waiting items after `release`. */
export function useHeldBack<Item, Held>(
  items: readonly Item[],
  { isReading, hold, part, pages = 0 }: HeldBack<Item, Held>,
) {
  // Evaluated on scroll only, not during rendering: reading positions forces a layout of the whole page.
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
