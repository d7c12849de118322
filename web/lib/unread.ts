import { useSyncExternalStore } from 'react'

// Number of unread notifications, for the top bar and the document title.

let unread = 0
const listeners = new Set<() => void>()

/** Largest number that is shown; above it, '99+'. */
const MOST = 99

export const unreadCount = (count: number): string => (count > MOST ? `${MOST}+` : String(count))

/** Prefixes a document title with the number of unread notifications: '(3) Plak'. */
export const titled = (title: string): string => (unread > 0 ? `(${unreadCount(unread)}) ${title}` : title)

export function setUnread(count: number): void {
  if (count === unread) return
  unread = count
  document.title = titled(document.title.replace(/^\(\d+\+?\) /, ''))
  listeners.forEach((changed) => changed())
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

export const useUnread = (): number =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  )
