import type { ListEvent } from '../../shared/events.ts'
import type { ListHead, ListView } from '../../shared/lists.ts'
import { presentUser, type UserChanges } from '../lib/presentUser.ts'
import { applyLikeEvent, initialLikes, withLikes, type Likes, type LikeStatus } from '../likes/likeState.ts'

/**
 * A list is the server's page with all later events applied. One sequence orders both: an event gets the next number when it is
 * received, a page the last number when it is requested.
 */
export type NumberedList = ListView & { requestedAt: number }

export type LiveState = {
  /** newest version, with the number at which it was received */
  head: { list: ListHead; at: number } | null
  changed: UserChanges
  likes: Likes
  reset: number
  isGone: boolean
}

export const initialState: LiveState = {
  head: null,
  changed: [],
  likes: initialLikes,
  reset: 0,
  isGone: false,
}

/** Applies the event that was received as number `at`. */
export function applyEvent(state: LiveState, at: number, event: ListEvent): LiveState {
  switch (event.type) {
    case 'live':
      return state
    case 'reset':
      return { ...state, reset: at }
    case 'list.removed':
      return { ...state, isGone: true }
    case 'list.liked':
      return { ...state, likes: applyLikeEvent(state.likes, at, event.id, event.likeCount) }
    case 'list.saved':
      // A replayed event can be older than the known version.
      return state.head && state.head.list.version > event.list.version
        ? state
        : { ...state, head: { list: event.list, at } }
    case 'user.changed':
      return { ...state, changed: [...state.changed, { at, ...event }] }
  }
}

/** Returns the current state of the list. */
export function readList(page: NumberedList, { head, changed, likes }: LiveState): ListHead & LikeStatus {
  const isNewer = head !== null && head.list.version > page.version
  const [newest, since] = isNewer ? [head.list, head.at] : [page, page.requestedAt]
  const owner = presentUser(changed, newest.owner, since)
  return withLikes(likes, { ...newest, owner, likeCount: page.likeCount }, page, page.requestedAt)
}
