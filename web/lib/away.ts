import { useSyncExternalStore } from 'react'
import { isKeptPage } from './keptPage.ts'
import { isServerThere } from './liveness.ts'

const LOOK_EVERY = 5_000
const ANSWER_WITHIN = 4_000

/** Pending while the server is known to be unreachable, resolves when it responds again; null otherwise. */
let outage: { over: Promise<void>; end: () => void } | null = null
const watchers = new Set<() => void>()

const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}

function watch(listener: () => void) {
  watchers.add(listener)
  return () => void watchers.delete(listener)
}

export const isReachable = (): Promise<boolean> => isServerThere(AbortSignal.timeout(ANSWER_WITHIN))

export async function lookForServer(): Promise<void> {
  if (!(await isReachable()) || !outage) return
  outage.end()
  outage = null
  notifyWatchers()
}

/** Resolves when the server responds again. */
export function goAway(): Promise<void> {
  outage ??= beginOutage()
  return outage.over
}

function beginOutage() {
  let isBack = () => {}
  const over = new Promise<void>((resolve) => (isBack = resolve))
  const lookup = new AbortController()
  const look = () => {
    if (navigator.onLine && document.visibilityState === 'visible') void lookForServer()
  }
  const timer = setInterval(look, LOOK_EVERY)
  addEventListener('online', look, lookup)
  document.addEventListener('visibilitychange', look, lookup)
  queueMicrotask(notifyWatchers)
  return {
    over,
    end() {
      clearInterval(timer)
      lookup.abort()
      isBack()
    },
  }
}

export const onReturn = (listener: () => void): (() => void) => watch(() => isAway() || listener())

export function beginAway() {
  if (isKeptPage()) {
    void goAway()
    void lookForServer()
  }
  addEventListener('offline', () => void checkServer())
}

async function checkServer() {
  // A machine without a network can still reach a server that runs on it.
  if (!(await isReachable())) void goAway()
}

export const useAway = (): boolean => useSyncExternalStore(watch, isAway, () => false)

export const isAway = (): boolean => outage !== null
