import type { ListEvent } from '../../shared/events.ts'
import type { ListHead, ListView } from '../../shared/lists.ts'
import { presentUser, type UserChanges } from '../lib/presentUser.ts'
import { hearLikes, nothingOfLikes, withLikes, type Likes, type Said } from '../likes/likeState.ts'

/**
 * A list is what the server's page says, corrected by what was heard since. One counter orders both: an event gets the
 * next number when it is heard, the page the number that stood when it was asked for.
 */
export type NumberedList = ListView & { asked: number }

export type Heard = {
  /** the newest state that was told, with the number at which it was heard */
  head: { list: ListHead; at: number } | null
  changed: UserChanges
  likes: Likes
  reset: number
  isGone: boolean
}

export const nothingHeard: Heard = { head: null, changed: [], likes: nothingOfLikes, reset: 0, isGone: false }

/** Adds the event that was heard as number `at`. */
export function hear(heard: Heard, at: number, event: ListEvent): Heard {
  switch (event.type) {
    case 'live':
      return heard
    case 'reset':
      return { ...heard, reset: at }
    case 'list.removed':
      return { ...heard, isGone: true }
    case 'list.liked':
      return { ...heard, likes: hearLikes(heard.likes, at, event.id, event.likeCount) }
    case 'list.saved':
      // What was replayed may be older than what is known.
      return heard.head && heard.head.list.version > event.list.version
        ? heard
        : { ...heard, head: { list: event.list, at } }
    case 'user.changed':
      return { ...heard, changed: [...heard.changed, { at, ...event }] }
  }
}

/** The list as it is to be shown. */
export function readList(page: NumberedList, { head, changed, likes }: Heard): ListHead & Said {
  const isNewer = head !== null && head.list.version > page.version
  const [newest, since] = isNewer ? [head.list, head.at] : [page, page.asked]
  const owner = presentUser(changed, newest.owner, since)
  return withLikes(likes, { ...newest, owner, likeCount: page.likeCount }, page, page.asked)
}
