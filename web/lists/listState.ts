import type { ListEvent } from '../../shared/events.ts'
import type { ListHead, ListView } from '../../shared/lists.ts'
import { applyShared, type Numbered } from '../lib/liveRows.ts'
import { presentUser, type UserChanges } from '../lib/presentUser.ts'
import { applyLikeEvent, initialLikes, withLikes, type Likes, type LikeStatus } from '../likes/likeState.ts'

export type NumberedList = Numbered<ListView>

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

export function applyEvent(state: LiveState, at: number, event: ListEvent): LiveState {
  switch (event.type) {
    case 'list.removed':
      return { ...state, isGone: true }
    case 'list.liked':
      return { ...state, likes: applyLikeEvent(state.likes, at, event.id, event.likeCount) }
    case 'list.saved':
      // A replayed event can be older than the known version.
      return state.head && state.head.list.version > event.list.version
        ? state
        : { ...state, head: { list: event.list, at } }
    default:
      return applyShared(state, at, event)
  }
}

export function readList(
  page: NumberedList,
  { head, changed: userChanges, likes }: LiveState,
): ListHead & LikeStatus {
  const isNewer = head !== null && head.list.version > page.version
  const [newest, since] = isNewer ? [head.list, head.at] : [page, page.requestedAt]
  const owner = presentUser(userChanges, newest.owner, since)
  return withLikes(likes, { ...newest, owner, likeCount: page.likeCount }, page, page.requestedAt)
}
