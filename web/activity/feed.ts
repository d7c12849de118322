import type { ActivityEntry, ActivityPage } from '../../shared/activity.ts'
import { isNewer, readCursor } from '../../shared/cursor.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import { renamed, withPresentUser, type UserChanges } from '../lib/presentUser.ts'

/**
 * The feed is what the server's pages say, corrected by the events since. One sequence orders both: an event gets the next
 * number when it is received, a page the last number when it is requested. What was received before a page was requested
 * is in that page; what was received after it may be newer.
 */
export type FeedPage = ActivityPage & { requestedAt: number }

/** What the events said, by log and by person, each with its number. */
export type LiveState = {
  saved: ReadonlyMap<number, { at: number; entry: ActivityEntry }>
  /** when a log was removed last: one that is for other people can come back */
  removed: ReadonlyMap<number, number>
  /** when the viewer last unfollowed a person, and followed them again; by nickname */
  left: ReadonlyMap<string, number>
  joined: ReadonlyMap<string, number>
  /** who has another nickname or picture since when, in the order of the changes */
  changed: UserChanges
  /** the number of the last reset: events before it were lost */
  reset: number
}

export const initialState: LiveState = {
  saved: new Map(),
  removed: new Map(),
  left: new Map(),
  joined: new Map(),
  changed: [],
  reset: 0,
}

/** Applies the event that was received as number `at`. */
export function applyEvent(state: LiveState, at: number, event: ActivityEvent): LiveState {
  switch (event.type) {
    case 'log.saved': {
      const { entry } = event
      const known = state.saved.get(entry.id)
      if (known && known.entry.version >= entry.version) return state
      return { ...state, saved: new Map(state.saved).set(entry.id, { at, entry }) }
    }
    case 'log.removed':
      return { ...state, removed: new Map(state.removed).set(event.id, at) }
    case 'follow.added':
      return { ...state, joined: new Map(state.joined).set(event.nickname, at) }
    case 'follow.removed':
      return { ...state, left: new Map(state.left).set(event.nickname, at) }
    case 'user.changed': {
      const { nickname, user } = event
      return {
        ...state,
        changed: [...state.changed, { at, nickname, user }],
        left: renamed(state.left, nickname, user.nickname),
        joined: renamed(state.joined, nickname, user.nickname),
      }
    }
    case 'reset':
      return { ...state, reset: at }
    case 'live':
      return state
  }
}

/** An entry that was true at a number, with its author as they are now. */
const present = ({ changed }: LiveState, entry: ActivityEntry, since: number): ActivityEntry =>
  withPresentUser(changed, entry, since)

/**
 * The number of the last event because of which the pages must be refetched: events were lost, or the viewer followed
 * somebody, whose past entries come with the pages alone. 0 when the pages were requested after it.
 */
export function refetchAfter(pages: readonly FeedPage[], { joined, reset }: LiveState): number {
  const last = Math.max(reset, ...joined.values())
  return pages.some(({ requestedAt }) => requestedAt < last) ? last : 0
}

/** The feed as it is to be shown: newest first, nothing twice. */
export function readFeed(pages: readonly FeedPage[], state: LiveState): ActivityEntry[] {
  const entries = new Map<number, ActivityEntry>()
  const offer = (entry: ActivityEntry, since: number) => {
    const other = entries.get(entry.id)
    const isRemoved = (state.removed.get(entry.id) ?? 0) > since
    if (!isRemoved && !(other && other.version >= entry.version)) entries.set(entry.id, entry)
  }

  for (const { items, requestedAt } of pages) {
    for (const item of items) {
      const entry = present(state, item, requestedAt)
      if (requestedAt >= leftAt(state, entry)) offer(entry, requestedAt)
    }
  }
  for (const { at, entry: told } of state.saved.values()) {
    const entry = present(state, told, at)
    const page = pages.find((one) => reaches(one, entry))
    // Below the last page, or (received before its page was requested, and not in it) gone by now.
    if (!page || (at <= page.requestedAt && !entries.has(entry.id))) continue
    if (isFollowedAt(state, entry, at)) offer(entry, at)
  }
  return [...entries.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1))
}

/** Whether an entry stands above a page's end. */
function reaches({ next }: FeedPage, { createdAt, id }: ActivityEntry): boolean {
  const end = readCursor(next)
  if (!end) return true
  const at = Date.parse(createdAt)
  return at > end.at.getTime() || (at === end.at.getTime() && id >= end.id)
}

const leftAt = ({ left }: LiveState, { user }: ActivityEntry): number => left.get(user.nickname) ?? 0

/** A person's event counts unless the viewer unfollowed them and did not (or cannot have) followed them again before it. */
function isFollowedAt(state: LiveState, entry: ActivityEntry, at: number): boolean {
  const left = leftAt(state, entry)
  const back = Math.max(state.joined.get(entry.user.nickname) ?? 0, state.reset)
  return left === 0 || (back > left && at > back)
}

/** What stood on the page when the person left its top: nothing may come in between or above from then on. */
export type Held = { ids: ReadonlySet<number>; last: ActivityEntry | undefined }

/** Holds the page as it is. */
export const hold = (shown: readonly ActivityEntry[]): Held => ({
  ids: new Set(shown.map(({ id }) => id)),
  last: shown.at(-1),
})

/** Parts the feed in what is shown and what waits behind the pill. Older entries at the end shift nothing: shown. */
export function part(entries: readonly ActivityEntry[], held: Held | null) {
  const shown: ActivityEntry[] = []
  const waiting: ActivityEntry[] = []
  for (const entry of entries) {
    const isShown = !held?.last || held.ids.has(entry.id) || isNewer(held.last, entry)
    if (isShown) shown.push(entry)
    else waiting.push(entry)
  }
  return { shown, waiting }
}

/** The entries of `after` that stand above all of `before`: what is new to a reader of `before`. */
export function arrivals(before: readonly ActivityEntry[], after: readonly ActivityEntry[]): ActivityEntry[] {
  const known = new Set(before.map(({ id }) => id))
  const top = before[0]
  return after.filter((entry) => !known.has(entry.id) && (!top || isNewer(entry, top)))
}
