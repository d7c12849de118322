// Scroll anchoring for browsers without `overflow-anchor`: what the user reads stays in place when content above it changes.

type Anchor = { element: Element; top: number; scrolled: number }

/** First y coordinate below the top bar. */
const FIRST = 80
const STEP = 24
/** Milliseconds after the last scroll event until the page is still. An earlier correction would stop momentum scrolling. */
const STILL = 150

let anchor: Anchor | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const topOf = (element: Element) => element.getBoundingClientRect().top

function isInFlow(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(at).position)) return false
  return true
}

/** Skips elements higher than half the window, which can change within. */
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
    const distance = topOf(anchor.element) - anchor.top + scrollY - anchor.scrolled
    if (Math.abs(distance) >= 1) scrollBy({ top: distance, behavior: 'instant' })
  }
  anchor = choose()
}

export function beginAnchoring() {
  addEventListener('scroll', onScroll, { passive: true })
  new ResizeObserver(correct).observe(document.body)
}
