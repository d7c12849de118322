import { useCallback, useEffect, useRef } from 'react'

/** What is kept in its place, where that is, and how far the page was scrolled then. */
type Held = { element: Element; top: number; scrolled: number }

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Moves the place by how far was scrolled: where the element stands now may be what is to be corrected. */
function follow(held: Held): void {
  held.top -= scrollY - held.scrolled
  held.scrolled = scrollY
}

const isOnScreen = ({ element, top }: Held) =>
  element.isConnected && top < innerHeight && top + element.getBoundingClientRect().height > 0

/**
 * Keeps what a person is at (the returned function's argument: what they read, the box in which they write) in its place,
 * whatever comes or goes above it, until it is scrolled out of sight or something else is pressed. Browsers do this by
 * themselves for some such changes, and not all browsers: theirs is switched off for the time, so that a change is not corrected twice.
 */
export function useSteadyPlace(): (element: Element) => void {
  const held = useRef<Held | null>(null)

  const hold = useCallback((element: Element) => {
    held.current = { element, top: topOf(element), scrolled: scrollY }
    document.documentElement.dataset.unanchored = ''
  }, [])

  useEffect(() => {
    const release = () => {
      held.current = null
      delete document.documentElement.dataset.unanchored
    }
    const onScroll = () => {
      if (!held.current) return
      follow(held.current)
      if (!isOnScreen(held.current)) release()
    }
    // Before the press does anything: what is pressed must not move either.
    const onPress = ({ target }: MouseEvent) => {
      if (target instanceof Node && !held.current?.element.contains(target)) release()
    }
    // Called after layout and before paint.
    const observer = new ResizeObserver(() => {
      const place = held.current
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
