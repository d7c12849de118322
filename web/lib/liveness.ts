import { useSyncExternalStore } from 'react'
import { noteServer } from './socket.ts'

/** A connection restored within this time is not shown as lost. In milliseconds. */
const LATE = 1_500
/** After this time without a connection, the pages are refetched periodically if the server responds. In milliseconds. */
const SLOW = 10_000
const READ_EVERY = 20_000

/** `idle`: no live part; `late`: disconnected for a while; `slow`: so long that the page is refetched periodically. */
export type Liveness = 'idle' | 'live' | 'late' | 'slow'

let liveness: Liveness = 'idle'
const watchers = new Set<() => void>()
let connected = 0
const pendingRefetches = new Set<() => void>()
let outage = new AbortController()

function become(next: Liveness) {
  liveness = next
  for (const watcher of watchers) watcher()
}

function settle() {
  if (pendingRefetches.size > 0) return
  outage.abort()
  become(connected > 0 ? 'live' : 'idle')
}

export function noteConnected(): () => void {
  connected += 1
  settle()
  return () => {
    connected -= 1
    settle()
  }
}

export function noteDisconnected(readAnew: () => void): () => void {
  pendingRefetches.add(readAnew)
  if (pendingRefetches.size === 1) beginOutage()
  return () => {
    pendingRefetches.delete(readAnew)
    settle()
  }
}

function beginOutage() {
  outage = new AbortController()
  const { signal } = outage
  const lateTimer = setTimeout(() => become('late'), LATE)
  let next = setTimeout(() => void read(), SLOW)
  signal.addEventListener('abort', () => {
    clearTimeout(lateTimer)
    clearTimeout(next)
  })

  async function read() {
    if (document.visibilityState === 'visible') {
      const isThere = await isServerThere(signal)
      if (signal.aborted) return
      become(isThere ? 'slow' : 'late')
      if (isThere) for (const readAnew of pendingRefetches) readAnew()
    }
    clearTimeout(next)
    next = setTimeout(() => void read(), READ_EVERY * (0.75 + Math.random() / 2))
  }

  const onVisible = () => liveness === 'slow' && document.visibilityState === 'visible' && void read()
  document.addEventListener('visibilitychange', onVisible, { signal })
}

/** Checks the server with a cheap request: it spares the page the errors of an unreachable server. */
export async function isServerThere(signal: AbortSignal): Promise<boolean> {
  const isThere = await fetch('/readyz', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!signal.aborted) noteServer(isThere)
  return isThere
}

function watch(listener: () => void) {
  watchers.add(listener)
  return () => void watchers.delete(listener)
}

export const useLiveness = (): Liveness =>
  useSyncExternalStore(
    watch,
    () => liveness,
    () => 'idle',
  )
