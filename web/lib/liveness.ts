import { useSyncExternalStore } from 'react'
import { noteServer } from './socket.ts'

/** A connection that is back before this is not shown as lost. */
const LATE = 1_500
/** After this the pages are read again by themselves, if the server answers at all. */
const SLOW = 10_000
const READ_EVERY = 20_000

/**
 * How live the page is. `idle`: nothing on it is live; `late`: something has had no connection for a while; `slow`:
 * for so long that it is read again now and then.
 */
export type Liveness = 'idle' | 'live' | 'late' | 'slow'

let liveness: Liveness = 'idle'
const watchers = new Set<() => void>()
let connected = 0
/** subscriptions without a connection, by how what they show is read again */
const waiting = new Set<() => void>()
let outage = new AbortController()

function become(next: Liveness) {
  liveness = next
  for (const watcher of watchers) watcher()
}

function settle() {
  if (waiting.size > 0) return
  outage.abort()
  become(connected > 0 ? 'live' : 'idle')
}

/** Notes that a subscription is connected; returns how to take that back. */
export function noteConnected(): () => void {
  connected += 1
  settle()
  return () => {
    connected -= 1
    settle()
  }
}

/** Notes that a subscription is disconnected, and how to read again what it shows; returns how to end that. */
export function noteDisconnected(readAnew: () => void): () => void {
  waiting.add(readAnew)
  if (waiting.size === 1) beginOutage()
  return () => {
    waiting.delete(readAnew)
    settle()
  }
}

function beginOutage() {
  outage = new AbortController()
  const { signal } = outage
  const late = setTimeout(() => become('late'), LATE)
  let next = setTimeout(() => void read(), SLOW)
  signal.addEventListener('abort', () => {
    clearTimeout(late)
    clearTimeout(next)
  })

  async function read() {
    if (document.visibilityState === 'visible') {
      const isThere = await isServerThere(signal)
      if (signal.aborted) return
      become(isThere ? 'slow' : 'late')
      if (isThere) for (const readAnew of waiting) readAnew()
    }
    clearTimeout(next)
    next = setTimeout(() => void read(), READ_EVERY * (0.75 + Math.random() / 2))
  }

  const onVisible = () => liveness === 'slow' && document.visibilityState === 'visible' && void read()
  document.addEventListener('visibilitychange', onVisible, { signal })
}

/** A cheap check first spares the page the errors of an unreachable server. */
export async function isServerThere(signal: AbortSignal): Promise<boolean> {
  const isThere = await fetch('/readyz', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!signal.aborted) noteServer(isThere)
  return isThere
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** How live the page is at this moment. */
export const useLiveness = (): Liveness =>
  useSyncExternalStore(
    watch,
    () => liveness,
    () => 'idle',
  )
