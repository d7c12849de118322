import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useRouter, type AroundNavHandler } from 'wouter'
import {
  useHistoryState,
  usePathname as usePathnameOf,
  useSearch as useSearchOf,
} from 'wouter/use-browser-location'
import { guardHistory, mayLeave, nextPlace } from './leaveGuard.ts'
import { keepInTab, readInTab } from './onDevice.ts'

/** The path of the address, as it stands there; on the server the router holds the address. */
export const usePathname = (): string => usePathnameOf(useRouter())

/** The query of the address with its '?', as it stands there. Not wouter's own, which decodes it once too often. */
export const useSearch = (): string => useSearchOf(useRouter())

/** The address's query. */
export function useQuery(): URLSearchParams {
  const search = useSearch()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** What stands behind the '#' of the address; the server never gets to know it. */
export const useFragment = (): string =>
  useSyncExternalStore(
    (onChange) => {
      addEventListener('hashchange', onChange)
      return () => removeEventListener('hashchange', onChange)
    },
    () => location.hash.slice(1),
    () => '',
  )

const STORE = 'plak-scroll'
const RESTORE_WITHIN = 3000

/** Every entry of the history has a key; its scroll position is kept under it. */
const keyOf = (state: unknown) => (state as { key?: string } | null)?.key ?? ''
const newKey = () => Math.random().toString(36).slice(2)
const positions = new Map<string, number>(readPositions())

function readPositions(): [string, number][] {
  try {
    return JSON.parse(readInTab(STORE) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}

/** Whether a page was left and no heading has taken the focus yet. */
let leaving = false
let path = ''
/** Reports the current entry to the guard of pages with unsaved changes. */
let stoodAt: (path: string) => void = () => undefined

/** Removes the focus, so that a later focus by the person, before the next heading exists, can be recognised. */
const leave = () => {
  leaving = true
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Gives every navigation its key; for wouter's Router. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const elsewhere = new URL(to, location.href).pathname !== location.pathname
  const replace = options?.replace ?? false
  const key = replace && !elsewhere ? keyOf(history.state) : newKey()
  const go = () => {
    if (elsewhere) leave()
    navigate(to, { replace, state: { ...(options?.state as object | null), key, place: nextPlace(replace) } })
    stoodAt(location.pathname)
  }
  if (!elsewhere || mayLeave(go)) go()
}

/** Focuses the heading of a page that was navigated to, unless the person has moved on since. */
export function takeFocus(heading: HTMLElement) {
  if (!leaving) return
  leaving = false
  if (document.activeElement === document.body) heading.focus({ preventScroll: true })
}

/** A heading that has the focus makes room for another of the same page, as when the page has loaded: that one takes it. */
export function passFocus(heading: HTMLElement) {
  if (document.activeElement === heading) leaving = true
}

/** Scrolls there as soon as the page is long enough, unless the person scrolls first. Returns how to give up. */
function restoreScroll(top: number): () => void {
  const tryIt = () => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) <= 1) stop()
  }
  const observer = new ResizeObserver(tryIt)
  const timer = setTimeout(() => stop(), RESTORE_WITHIN)
  const signs = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const sign of signs) removeEventListener(sign, stop)
  }
  for (const sign of signs) addEventListener(sign, stop, { passive: true })
  observer.observe(document.body)
  tryIt()
  return stop
}

/** Begins to keep scroll positions and focus over navigations; once, before the first render. */
export function beginNavigation() {
  path = location.pathname
  history.scrollRestoration = 'manual'
  stoodAt = guardHistory()
  if (!keyOf(history.state)) history.replaceState({ ...(history.state as object | null), key: newKey() }, '')
  addEventListener('popstate', () => {
    if (location.pathname !== path) leave()
  })
  addEventListener('pagehide', () => keepInTab(STORE, JSON.stringify([...positions].slice(-50))))
}

/** New pages begin at the top, pages that one comes back to where one left them. */
export function useScrollMemory() {
  const pathname = usePathname()
  const key = keyOf(useHistoryState())
  const current = useRef(key)

  useLayoutEffect(() => {
    const save = () => positions.set(current.current, window.scrollY)
    addEventListener('scroll', save, { passive: true })
    return () => removeEventListener('scroll', save)
  }, [])

  useLayoutEffect(() => {
    const isFirst = current.current === ''
    current.current = key
    // Entries have no key only during hydration.
    if (key === '') return
    path = pathname
    const top = positions.get(key)
    // People who scrolled before the scripts were loaded keep their position.
    if (isFirst && window.scrollY > 0) return
    if (top === undefined) window.scrollTo(0, 0)
    else return restoreScroll(top)
  }, [key, pathname])
}
