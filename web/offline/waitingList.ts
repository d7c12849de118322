import { useSyncExternalStore } from 'react'
import type { AlbumRef } from '../../shared/catalog.ts'
import { readOnDevice } from '../lib/onDevice.ts'
import { onPersonGone } from '../lib/personal.ts'
import { isSameAlbum, withoutTakenBack } from './overlay.ts'
import type { Waiting } from './waiting.ts'

// The viewer's changes that wait on the device, for the parts of the page that show them (queue.ts reads them).

/** Storage key of a mark on devices with waiting changes, of any account. */
export const WAITING_MARK = 'plak-waiting'

const nothing: readonly Waiting[] = []
let things = nothing
/** `things` without those that are nothing together. */
let shown = nothing
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
  shown = withoutTakenBack(next)
  notify()
}

/** Asks first if something would be lost. The page may not have read yet what waits. */
export async function askLogout(nickname: string | null, run: () => void): Promise<void> {
  if (shown.length === 0 && readOnDevice(WAITING_MARK) !== null)
    await import('./queue.ts').then(({ openQueue }) => openQueue(nickname)).catch(() => undefined)
  if (shown.length === 0) return run()
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

/** Returns what the user is told to be waiting. */
export const useWaiting = (): readonly Waiting[] =>
  useSyncExternalStore(
    watch,
    () => shown,
    () => nothing,
  )

/** Returns the viewer's waiting listenings and hearts of an album, and its places in lists. */
export const useWaitingOf = (album: AlbumRef): Waiting[] =>
  useSyncExternalStore(watch, waitingThings, () => nothing).filter((thing) => isSameAlbum(thing, album))
