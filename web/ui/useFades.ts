import { useEffect, type RefObject } from 'react'

/** Maximum width of the fade at an end of a scrollable row, in pixels. */
const WIDEST_FADE = 56

/** Scrolls the row, and not the page, so that the item is visible outside the fades. */
export function showInRow(row: HTMLElement, item: HTMLElement) {
  const { left, right } = row.getBoundingClientRect()
  const place = item.getBoundingClientRect()
  row.scrollLeft +=
    Math.min(place.left - left - WIDEST_FADE, 0) + Math.max(place.right - right + WIDEST_FADE, 0)
}

/** Fades the ends of a row that scrolls sideways (utility `fading`); sets `data-goes-on` if it can scroll to the right. */
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
    // The children can grow, too: when a count arrives, or when the font is loaded.
    for (const each of [element, ...element.children]) sizes.observe(each)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])
}
