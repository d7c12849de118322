import { useEffect, type RefObject } from 'react'

const WIDEST = 48

/** Tells a row that scrolls sideways (utility `fading`) how far it goes on at each of its ends. */
export function useFades(row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = row.current!
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const fade = (hidden: number) => `${Math.max(Math.min(Math.floor(hidden), WIDEST), 0)}px`
      element.style.setProperty('--fade-left', fade(scrollLeft))
      element.style.setProperty('--fade-right', fade(scrollWidth - clientWidth - scrollLeft))
    }
    const sizes = new ResizeObserver(measure)
    // What stands in it grows, too: with a count, or when the type arrives.
    for (const each of [element, ...element.children]) sizes.observe(each)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])
}
