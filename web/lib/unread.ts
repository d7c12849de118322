import { useSyncExternalStore } from 'react'

let unread = 0
const listeners = new Set<() => void>()

const MOST = 99

export const unreadCount = (count: number): string => (count > MOST ? `${MOST}+` : String(count))

/** '(3) Plak' */
export const formatTitle = (title: string): string =>
  unread > 0 ? `(${unreadCount(unread)}) ${title}` : title

export function setUnread(count: number): void {
  if (count === unread) return
  unread = count
  document.title = formatTitle(document.title.replace(/^\(\d+\+?\) /, ''))
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useUnread = (): number =>
  useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  )
