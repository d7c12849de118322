import { useCallback, useEffect, useLayoutEffect, useState } from 'react'

/** Asks the user before a page with unsaved changes is left; `go` performs the navigation. */
type Guard = (go: () => void) => void

let guard: Guard | null = null
let passing = false

const placeOf = (state: unknown) => (state as { place?: number } | null)?.place ?? 0
/** Number of the current history entry, to distinguish back from forward. */
let place = 0

export function nextPlace(replace: boolean): number {
  if (!replace) place += 1
  return place
}

/** Returns true if the page can be left immediately. Otherwise the guard asks the user and calls `go` later, or never. */
export function mayLeave(go: () => void): boolean {
  if (!guard || passing) return true
  guard(() => pass(go))
  return false
}

/** True after the user agreed to leave the document. */
let isReloading = false

/** Reloads the document as soon as the page can be left. `prepare` runs just before that, and never if the user stays. */
export function reloadBy(prepare: () => void) {
  const go = () => {
    prepare()
    isReloading = true
    location.reload()
  }
  if (mayLeave(go)) go()
}

/** Runs `go` without the guard. */
function pass(go: () => void) {
  passing = true
  go()
  passing = false
}

/** Stops a history navigation that leaves a guarded page; must be registered before any other listener. */
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

type Pending = { go: () => void }

/** `asked` is set while the user must be asked. When the tab is closed, the browser itself asks. */
export function useLeaveGuard(unsaved: boolean) {
  const [pending, setPending] = useState<Pending | null>(null)

  // In the layout phase: an unmounted page must no longer guard when the next one redirects.
  useLayoutEffect(() => {
    if (!unsaved) return
    const ownGuard: Guard = (go) => setPending({ go })
    guard = ownGuard
    return () => {
      if (guard === ownGuard) guard = null
    }
  }, [unsaved])

  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReloading) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])

  const leave = useCallback((go: () => void) => pass(go), [])
  return { asked: pending, stay: () => setPending(null), leave }
}
