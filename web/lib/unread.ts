import { useSyncExternalStore } from 'react'

// How many notifications are unread: the top bar says so, and the title of the document.

let unread = 0
const listeners = new Set<() => void>()

/** Of more there is no number. */
const MOST = 99

/** A number of unread notifications as it is shown. */
export const unreadCount = (count: number): string => (count > MOST ? `${MOST}+` : String(count))

/** The title of a document with what is unread before it: '(3) Plak'. */
export const titled = (title: string): string => (unread > 0 ? `(${unreadCount(unread)}) ${title}` : title)

/** Says how many are unread from now on. */
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

/** How many are unread. */
export const useUnread = (): number =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  )
