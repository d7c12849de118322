import { useSyncExternalStore } from 'react'
import type { AlbumRef } from '../../shared/catalog.ts'
import { onPersonGone } from '../lib/personal.ts'
import { isSameAlbum } from './overlay.ts'
import type { Waiting } from './waiting.ts'

// The viewer's changes that wait on the device, for the parts of the page that show them (queue.ts reads them).

/** Storage key of a mark on devices with waiting changes, of any account. */
export const WAITING_MARK = 'plak-waiting'

const nothing: readonly Waiting[] = []
let things = nothing
/** Logs out; set while the dialog asks for it, because something waits. */
let logout: (() => void) | null = null
const watchers = new Set<() => void>()
onPersonGone(() => setWaiting(nothing))

function watch(listener: () => void) {
  watchers.add(listener)
  return () => void watchers.delete(listener)
}

const notify = () => {
  for (const watcher of watchers) watcher()
}

export function setWaiting(next: readonly Waiting[]): void {
  things = next
  notify()
}

/** Asks first if something would be lost. */
export function askLogout(run: () => void): void {
  if (things.length === 0) return run()
  logout = run
  notify()
}

export function stopAskingLogout(): void {
  logout = null
  notify()
}

export const useAskedLogout = (): (() => void) | null =>
  useSyncExternalStore(
    watch,
    () => logout,
    () => null,
  )

export const waitingThings = (): readonly Waiting[] => things

export const useWaiting = (): readonly Waiting[] => useSyncExternalStore(watch, waitingThings, () => nothing)

/** Returns the viewer's waiting listenings and hearts of an album, and its places in lists. */
export const useWaitingOf = (album: AlbumRef): Waiting[] =>
  useWaiting().filter((thing) => isSameAlbum(thing, album))
