import { useEffect, type RefObject } from 'react'

/** How many pixels a row fades at an end where it goes on. */
export const WIDEST_FADE = 56

/**
 * Sets on a row that scrolls sideways (utility `fading`) how far it continues at each end; `data-goes-on` says that
 * there is more at the right one.
 */
export function useFades(row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = row.current!
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const fade = (hidden: number) => `${Math.max(Math.min(Math.floor(hidden), WIDEST_FADE), 0)}px`
      element.style.setProperty('--fade-left', fade(scrollLeft))
      const after = scrollWidth - clientWidth - scrollLeft
      element.style.setProperty('--fade-right', fade(after))
      element.toggleAttribute('data-goes-on', after >= 1)
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
