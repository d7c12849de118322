import { useSyncExternalStore } from 'react'
import { isKeptPage } from './keptPage.ts'
import { isServerThere } from './liveness.ts'

const LOOK_EVERY = 5_000
const ANSWER_WITHIN = 4_000

/** Resolves when the server answers again; null while it is not known to be away. */
let outage: { over: Promise<void>; end: () => void } | null = null
const watchers = new Set<() => void>()

const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** Whether the server answers. */
export const isReachable = (): Promise<boolean> => isServerThere(AbortSignal.timeout(ANSWER_WITHIN))

/** Checks the server, and ends the away state when it answers. */
export async function lookForServer(): Promise<void> {
  if (!(await isReachable()) || !outage) return
  outage.end()
  outage = null
  notifyWatchers()
}

/** Notes that the server is out of reach, and checks it from now on. Resolves when it is back. */
export function goAway(): Promise<void> {
  outage ??= beginOutage()
  return outage.over
}

function beginOutage() {
  let isBack = () => {}
  const over = new Promise<void>((resolve) => (isBack = resolve))
  const looking = new AbortController()
  const look = () => {
    if (navigator.onLine && document.visibilityState === 'visible') void lookForServer()
  }
  const timer = setInterval(look, LOOK_EVERY)
  addEventListener('online', look, looking)
  document.addEventListener('visibilitychange', look, looking)
  queueMicrotask(notifyWatchers)
  return {
    over,
    end() {
      clearInterval(timer)
      looking.abort()
      isBack()
    },
  }
}

/** Calls `listener` when the server is back; returns how to stop that. */
export const onReturn = (listener: () => void): (() => void) => watch(() => isAway() || listener())

/** Starts listening for the loss of the network; once, at the start. */
export function beginAway() {
  if (isKeptPage()) {
    void goAway()
    void lookForServer()
  }
  addEventListener('offline', () => void checkServer())
}

async function checkServer() {
  // A machine without a network may still reach a server of its own.
  if (!(await isReachable())) void goAway()
}

/** Whether the server is out of reach at this moment. */
export const useAway = (): boolean => useSyncExternalStore(watch, isAway, () => false)

/** See useAway; for code outside of components. */
export const isAway = (): boolean => outage !== null
