import { prefetchPage } from './pages.ts'
import { prepareDialogs } from './ui/Dialog.tsx'

/** Minimum time on a link, in ms, before a prefetch: crossing it or starting to scroll on it does not count. */
const MEANT_AFTER = 60

/** Time, in ms, after which a page has loaded its content and people may start interacting. */
const SETTLED_AFTER = 1_500

/** Network information, which only Chromium-based browsers provide. */
type Connection = { saveData?: boolean; effectiveType?: string }

function isCostly() {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {}
  return Boolean(saveData) || effectiveType.endsWith('2g')
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  return link && !link.target && !link.hasAttribute('download') ? link : null
}

/** Also loads, after a delay, dialogs that any page can need immediately but that no page waits for. */
export function beginPrefetch() {
  setTimeout(prepareDialogs, SETTLED_AFTER)
  let targetLink: HTMLAnchorElement | null = null
  let timer: ReturnType<typeof setTimeout>
  const forget = () => {
    clearTimeout(timer)
    targetLink = null
  }
  const consider = (event: Event) => {
    // Ignore dragging across a link.
    if (event instanceof PointerEvent && event.pointerType === 'mouse' && event.buttons > 0) return
    const link = linkOf(event)
    if (link === targetLink) return
    forget()
    if (!link || link.pathname === location.pathname || isCostly()) return
    targetLink = link
    timer = setTimeout(() => prefetchPage(new URL(link.href)), MEANT_AFTER)
  }
  document.addEventListener('pointerover', consider)
  document.addEventListener('focusin', consider)
  // The touch became a scroll.
  document.addEventListener('pointercancel', forget)
}
