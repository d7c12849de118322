// Scroll anchoring, as `overflow-anchor` does it elsewhere: what is read stays where it is when something above it grows, shrinks,
// comes or goes.

/** An element on the screen, and where its upper edge is when the page is scrolled to `scrolled`. */
type Anchor = { element: Element; top: number; scrolled: number }

/** Below the top bar. */
const FIRST = 80
const STEP = 24
/** How long after the last scroll event the page counts as still: a correction would end its momentum. */
const STILL = 150

let anchor: Anchor | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Whether an element scrolls with the page. */
function isInFlow(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(at).position)) return false
  return true
}

/** The uppermost element that is read: not what is larger than the window, which may change within. */
function choose(): Anchor | null {
  if (scrollY <= 0) return null
  for (let y = FIRST; y < innerHeight; y += STEP) {
    const element = document.elementFromPoint(innerWidth / 2, y)
    if (element && element.clientHeight < innerHeight / 2 && isInFlow(element))
      return { element, top: topOf(element), scrolled: scrollY }
  }
  return null
}

function onScroll() {
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    anchor = choose()
  }, STILL)
}

/** Called after layout and before paint. */
function correct() {
  if (timer !== undefined) return
  const isOff = document.querySelector('html[data-unanchored], [data-scroll-locked]')
  if (anchor?.element.isConnected && !isOff && !anchor.element.closest('[data-unanchored]')) {
    const by = topOf(anchor.element) - anchor.top + scrollY - anchor.scrolled
    if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: 'instant' })
  }
  anchor = choose()
}

/** Begins to hold what is read in its place; once. */
export function beginAnchoring() {
  addEventListener('scroll', onScroll, { passive: true })
  new ResizeObserver(correct).observe(document.body)
}
