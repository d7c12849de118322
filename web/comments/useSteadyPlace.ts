import { useCallback, useEffect, useRef } from 'react'

type Held = { element: Element; top: number }

const topOf = (element: Element) => element.getBoundingClientRect().top
const isOnScreen = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return element.isConnected && bottom > 0 && top < innerHeight
}

/**
 * Keeps what a person is at (the answer's argument: what he reads, the box in which he writes) where it is on the screen,
 * whatever comes or goes above it, until it is scrolled out of sight or something else is pressed. Browsers do this by
 * themselves for some such changes, and not all browsers: it corrects what is left to be corrected.
 */
export function useSteadyPlace(): (element: Element) => void {
  const held = useRef<Held | null>(null)

  useEffect(() => {
    const onScroll = () => {
      const element = held.current?.element
      if (element) held.current = isOnScreen(element) ? { element, top: topOf(element) } : null
    }
    // Before the press does anything: what is pressed must not move either.
    const onPress = ({ target }: MouseEvent) => {
      if (target instanceof Node && !held.current?.element.contains(target)) held.current = null
    }
    // Told after the layout and before it is seen.
    const observer = new ResizeObserver(() => {
      if (!held.current?.element.isConnected) return
      scrollBy({ top: topOf(held.current.element) - held.current.top, behavior: 'instant' })
    })
    observer.observe(document.body)
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('click', onPress, { capture: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', onScroll)
      removeEventListener('click', onPress, { capture: true })
    }
  }, [])

  return useCallback((element) => void (held.current = { element, top: topOf(element) }), [])
}
