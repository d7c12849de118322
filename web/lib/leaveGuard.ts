import { useCallback, useEffect, useLayoutEffect, useState } from 'react'

/** Asks the person before a page with something unsaved is left; `go` does what was asked for. */
type Guard = (go: () => void) => void

let guard: Guard | null = null
let passing = false

const placeOf = (state: unknown) => (state as { place?: number } | null)?.place ?? 0
/** The number of the present entry of the history, so that a step back differs from a step forward. */
let place = 0

/** The number that a new entry of the history gets, or the present one's when it is replaced. */
export function nextPlace(replace: boolean): number {
  if (!replace) place += 1
  return place
}

/** Whether a page may be left by `go` now; if not, it is asked for and `go` comes later, or never. */
export function mayLeave(go: () => void): boolean {
  if (!guard || passing) return true
  guard(() => pass(go))
  return false
}

/** Whether the person agreed to leave the document. */
let reloading = false

/** Reloads the document as soon as the page may be left; `before` runs then, and never when the person stays. */
export function reloadBy(before: () => void) {
  const go = () => {
    before()
    reloading = true
    location.reload()
  }
  if (mayLeave(go)) go()
}

/** Does what the guard would stop. */
function pass(go: () => void) {
  passing = true
  go()
  passing = false
}

/** Stops a step through the history that leaves a guarded page; registered before any other listener. */
export function guardHistory() {
  place = placeOf(history.state)
  let path = location.pathname
  let undoing = false
  let allowed = false
  addEventListener('popstate', (event) => {
    if (undoing) {
      undoing = false
      return event.stopImmediatePropagation()
    }
    const steps = placeOf(event.state) - place
    if (!guard || allowed || steps === 0 || location.pathname === path) {
      allowed = false
      place = placeOf(event.state)
      path = location.pathname
      return
    }
    event.stopImmediatePropagation()
    undoing = true
    history.go(-steps)
    guard(() => {
      allowed = true
      history.go(steps)
    })
  })
  return (next: string) => (path = next)
}

type Asked = { go: () => void }

/**
 * Keeps a page with unsaved changes from being left by accident: `asked` while the person must be asked, with the
 * two answers. Closing the tab is asked by the browser itself.
 */
export function useLeaveGuard(unsaved: boolean) {
  const [asked, setAsked] = useState<Asked | null>(null)

  // In the layout phase: an unmounted page must no longer guard when the next one redirects.
  useLayoutEffect(() => {
    if (!unsaved) return
    const mine: Guard = (go) => setAsked({ go })
    guard = mine
    return () => {
      if (guard === mine) guard = null
    }
  }, [unsaved])

  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!reloading) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])

  const leave = useCallback((go: () => void) => pass(go), [])
  return { asked, stay: () => setAsked(null), leave }
}
