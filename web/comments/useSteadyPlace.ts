import { useCallback, useEffect, useRef } from 'react'

/** Element that is kept in place, its position, and the scroll position at that moment. */
type Anchor = { element: Element; top: number; scrolled: number }

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Shifts the stored position by the scrolled distance. The current position of the element may be the one to correct. */
function follow(anchor: Anchor): void {
  anchor.top -= scrollY - anchor.scrolled
  anchor.scrolled = scrollY
}

const isOnScreen = ({ element, top }: Anchor) =>
  element.isConnected && top < innerHeight && top + element.getBoundingClientRect().height > 0

/**
 * Returns a function that keeps an element in place (the text that the user reads, or the box in which they write) while content
 * above it changes, until it is off the screen or something else is clicked. Browsers' scroll anchoring covers only some of these
 * changes; it is switched off meanwhile, so that a change is not corrected twice.
 */
export function useSteadyPlace(): (element: Element) => void {
  const anchor = useRef<Anchor | null>(null)

  const hold = useCallback((element: Element) => {
    anchor.current = { element, top: topOf(element), scrolled: scrollY }
    document.documentElement.dataset.unanchored = ''
  }, [])

  useEffect(() => {
    const release = () => {
      anchor.current = null
      delete document.documentElement.dataset.unanchored
    }
    const onScroll = () => {
      if (!anchor.current) return
      follow(anchor.current)
      if (!isOnScreen(anchor.current)) release()
    }
    // Before the click takes effect: the clicked element must not move either.
    const onPress = ({ target }: MouseEvent) => {
      if (target instanceof Node && !anchor.current?.element.contains(target)) release()
    }
    // Called after layout and before paint.
    const observer = new ResizeObserver(() => {
      const place = anchor.current
      if (!place?.element.isConnected) return
      follow(place)
      scrollBy({ top: topOf(place.element) - place.top, behavior: 'instant' })
      place.scrolled = scrollY
    })
    observer.observe(document.body)
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('click', onPress, { capture: true })
    return () => {
      release()
      observer.disconnect()
      removeEventListener('scroll', onScroll)
      removeEventListener('click', onPress, { capture: true })
    }
  }, [])

  return hold
}
