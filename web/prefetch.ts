import { prefetchPage } from './pages.ts'
import { prepareDialogs } from './ui/Dialog.tsx'

/** Who crosses a link on the way to another place, or begins to scroll on it, does not mean it. */
const MEANT_AFTER = 60

/** When a page has what it shows, and its person may begin to do something. */
const SETTLED_AFTER = 1_500

/** What Chromium-based browsers say about the network. */
type Connection = { saveData?: boolean; effectiveType?: string }

function isCostly() {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {}
  return Boolean(saveData) || effectiveType.endsWith('2g')
}

/** The link to a page of ours that an event is about. */
function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  return link && !link.target && !link.hasAttribute('download') ? link : null
}

/**
 * Has a page ready as soon as somebody seems to go there: points at its link, touches it or comes to it by keyboard. And what
 * any page may need at once, though none waits for it.
 */
export function beginPrefetch() {
  setTimeout(prepareDialogs, SETTLED_AFTER)
  let meant: HTMLAnchorElement | null = null
  let timer: ReturnType<typeof setTimeout>
  const forget = () => {
    clearTimeout(timer)
    meant = null
  }
  const consider = (event: Event) => {
    // Whoever drags something across a link does not mean it.
    if (event instanceof PointerEvent && event.pointerType === 'mouse' && event.buttons > 0) return
    const link = linkOf(event)
    if (link === meant) return
    forget()
    if (!link || link.pathname === location.pathname || isCostly()) return
    meant = link
    timer = setTimeout(() => prefetchPage(new URL(link.href)), MEANT_AFTER)
  }
  document.addEventListener('pointerover', consider)
  document.addEventListener('focusin', consider)
  // The finger scrolls, after all.
  document.addEventListener('pointercancel', forget)
}
