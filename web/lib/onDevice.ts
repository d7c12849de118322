import { useCallback, useEffect, useRef } from 'react'

// A device can refuse to store data (private window, storage full). Then nothing is stored, and everything else works.

export function readOnDevice(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null')
  } catch {
    return null
  }
}

/** Returns the properties of a stored value, unchecked. zod would be shorter, but is larger than a page's own code. */
export const partsOf = <Known>(value: unknown) => Object(value ?? {}) as { [Part in keyof Known]?: unknown }

export function keepOnDevice(place: string, value: unknown): boolean {
  try {
    localStorage.setItem(place, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Deletes the draft if it is null (nothing to keep). Returns whether the draft is safe. */
export function keepDraft(place: string, draft: unknown): boolean {
  if (draft !== null) return keepOnDevice(place, draft)
  forgetOnDevice(place)
  return true
}

export function readInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Deletes the text if it is null. Returns whether that succeeded. */
export function keepInTab(key: string, text: string | null): boolean {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function forgetOnDevice(place: string) {
  try {
    localStorage.removeItem(place)
  } catch {
    // Nothing can be stored, see above.
  }
}

/** Prefixes of the storage keys of drafts; the nickname of the draft's author follows. */
export const draftKinds = {
  log: 'plak-draft',
  list: 'plak-list-draft',
  comment: 'plak-comment',
  album: 'plak-album',
  picks: 'plak-picks',
} as const

/** Includes drafts under a previous nickname: after a logout nothing must remain on a device that others use. */
export function forgetDrafts() {
  const beginnings = Object.values(draftKinds).map((kind) => `${kind}:`)
  try {
    for (const place of Object.keys(localStorage))
      if (beginnings.some((beginning) => place.startsWith(beginning))) localStorage.removeItem(place)
  } catch {
    // Nothing can be stored, see above.
  }
}

const KEEP_AFTER = 300

type DraftKeeping = {
  keep: () => void
  /** called when another tab deleted the stored draft */
  onForgotten: () => void
}

/** Saves soon after the last `touch`, and when the tab closes or hides, or the form unmounts. Both functions must be stable. */
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
    // A closed tab, or a background tab on a phone, receives no other event.
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
