import { useCallback, useEffect, useRef } from 'react'

// A device may refuse to keep things (private window, full): then there is nothing, and all else works.

/** What is kept on this device at a place; null when there is nothing, or nothing that can be read. */
export function readOnDevice(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null')
  } catch {
    return null
  }
}

/** The parts of a stored value, unchecked. zod would be shorter, but is larger than a page's own code. */
export const partsOf = <Known>(found: unknown) => Object(found ?? {}) as { [Part in keyof Known]?: unknown }

/** Stores a value on this device; returns whether it could. */
function keepOnDevice(place: string, value: unknown): boolean {
  try {
    localStorage.setItem(place, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Stores a draft under a key, or deletes it when it is null: there is nothing worth keeping. Returns whether it is safe. */
export function keepDraft(place: string, draft: unknown): boolean {
  if (draft !== null) return keepOnDevice(place, draft)
  forgetOnDevice(place)
  return true
}

/** What is stored under a key for this tab; null when nothing is. */
export function readInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text for this tab, or deletes it when it is null. Returns whether it could. */
export function keepInTab(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Forgets what is kept at a place. */
export function forgetOnDevice(place: string) {
  try {
    localStorage.removeItem(place)
  } catch {
    // See above.
  }
}

/** What the places of drafts begin with; the nickname of whose draft it is comes next. */
export const draftKinds = { log: 'plak-draft', list: 'plak-list-draft', comment: 'plak-comment' } as const

/**
 * Deletes every draft, also those under an earlier nickname: after a logout nothing stays on a device that others may use.
 */
export function forgetDrafts() {
  const beginnings = Object.values(draftKinds).map((kind) => `${kind}:`)
  try {
    for (const place of Object.keys(localStorage))
      if (beginnings.some((beginning) => place.startsWith(beginning))) localStorage.removeItem(place)
  } catch {
    // See above.
  }
}

const KEEP_AFTER = 300

type DraftKeeping = {
  /** keeps the draft as it is now (keepDraft) */
  keep: () => void
  /** another tab has forgotten what was kept here */
  onForgotten: () => void
}

/**
 * Saves the draft of a form: a moment after the last call of the returned `touch`, and at once when the tab is closed
 * or hidden, or the form is unmounted. Both functions must be stable.
 */
export function useDraftKeeping(place: string, { keep, onForgotten }: DraftKeeping): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useCallback(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    keep()
  }, [keep])

  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => key === place && newValue === null && onForgotten()
    addEventListener('storage', onStorage)
    // A closed tab, or one in the background of a phone, gets no other event.
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      flush()
      removeEventListener('storage', onStorage)
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [place, flush, onForgotten])

  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, KEEP_AFTER)
  }, [flush])
}
