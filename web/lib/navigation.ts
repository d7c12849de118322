import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useRouter, type AroundNavHandler } from 'wouter'
import {
  useHistoryState,
  usePathname as usePathnameOf,
  useSearch as useSearchOf,
} from 'wouter/use-browser-location'
import { guardHistory, mayLeave, nextPlace } from './leaveGuard.ts'
import { keepInTab, readInTab } from './onDevice.ts'

/** Undecoded; on the server the router holds the address. */
export const usePathname = (): string => usePathnameOf(useRouter())

/** Undecoded, with its '?'. wouter's own hook decodes it once too often. */
export const useSearch = (): string => useSearchOf(useRouter())

export function useQuery(): URLSearchParams {
  const search = useSearch()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** The server never receives the fragment. */
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

/** Returns the key of a history entry; its scroll position is stored under the key. */
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

/** True after a page was left, until a heading takes the focus. */
let isLeaving = false
let path = ''
/** Reports the current history entry to the guard of pages with unsaved changes. */
let stoodAt: (path: string) => void = () => undefined

/** Removes the focus, to detect whether the user focuses something else before the next heading exists. */
const leave = () => {
  isLeaving = true
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Gives each navigation a key; for wouter's Router. */
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

/** Focuses the heading of a page after a navigation, unless the user has already focused something else. */
export function takeFocus(heading: HTMLElement) {
  if (!isLeaving) return
  isLeaving = false
  if (document.activeElement === document.body) heading.focus({ preventScroll: true })
}

/** Lets the next heading take the focus from a focused heading that is unmounted, as when the page has loaded. */
export function passFocus(heading: HTMLElement) {
  if (document.activeElement === heading) isLeaving = true
}

/**
 * Calls `scroll` whenever the page grows, until it returns true, the user acts, or `within` milliseconds have passed. Returns a
 * function that gives up.
 */
export function scrollWhileGrowing(scroll: () => boolean, within: number): () => void {
  const tryIt = () => {
    if (scroll()) stop()
  }
  const observer = new ResizeObserver(tryIt)
  const timer = setTimeout(() => stop(), within)
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

/** Scrolls to `top` as soon as the page is long enough. */
const restoreScroll = (top: number) =>
  scrollWhileGrowing(() => {
    window.scrollTo(0, top)
    return Math.abs(window.scrollY - top) <= 1
  }, RESTORE_WITHIN)

/** True if the user returns to a history entry that was scrolled before. */
export const hasScrollPosition = (): boolean => (positions.get(keyOf(history.state)) ?? 0) > 0

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
    // An entry has no key only during hydration.
    if (key === '') return
    path = pathname
    const top = positions.get(key)
    // Users who scrolled before the scripts were loaded keep their position.
    if (isFirst && window.scrollY > 0) return
    if (top === undefined) window.scrollTo(0, 0)
    else return restoreScroll(top)
  }, [key, pathname])
}
