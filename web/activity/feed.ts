import type { ActivityEntry, ActivityPage } from '../../shared/activity.ts'
import { isNewer, readCursor } from '../../shared/cursor.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import { renamed, withPresentUser, type UserChanges } from '../lib/presentUser.ts'

/**
 * The feed is the server's pages with all later events applied. One sequence orders both: an event gets the next number when it
 * is received, a page the last number when it is requested. A page includes all events received before it was requested; events
 * received after it can be newer.
 */
export type FeedPage = ActivityPage & { requestedAt: number }

/** Received events by listening and by user, each with its number. */
export type LiveState = {
  saved: ReadonlyMap<number, { at: number; entry: ActivityEntry }>
  /** number of the last removal of a listening, by id; it can come back when its visibility changes */
  removed: ReadonlyMap<number, number>
  /** numbers of the last unfollow and follow by the viewer, by nickname */
  left: ReadonlyMap<string, number>
  joined: ReadonlyMap<string, number>
  /** changed nicknames and pictures, in order */
  changed: UserChanges
  /** number of the last reset: events before it were lost */
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

/** Returns an entry that was current at the number `since`, with the current data of its author. */
const present = ({ changed }: LiveState, entry: ActivityEntry, since: number): ActivityEntry =>
  withPresentUser(changed, entry, since)

/**
 * Returns the number of the last event that requires a refetch of the pages: events were lost, or the viewer followed somebody
 * whose past entries only come with the pages. Returns 0 if the pages were requested after it.
 */
export function refetchAfter(pages: readonly FeedPage[], { joined, reset }: LiveState): number {
  const last = Math.max(reset, ...joined.values())
  return pages.some(({ requestedAt }) => requestedAt < last) ? last : 0
}

/** Returns the current entries of the feed, newest first, without duplicates. */
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
    // Skip an entry beyond the loaded pages, or one removed since: its event is older than its page, which does not contain it.
    if (!page || (at <= page.requestedAt && !entries.has(entry.id))) continue
    if (isFollowedAt(state, entry, at)) offer(entry, at)
  }
  return [...entries.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1))
}

/** True if an entry is within a page, not beyond its end. */
function reaches({ next }: FeedPage, { createdAt, id }: ActivityEntry): boolean {
  const end = readCursor(next)
  if (!end) return true
  const at = Date.parse(createdAt)
  return at > end.at.getTime() || (at === end.at.getTime() && id >= end.id)
}

const leftAt = ({ left }: LiveState, { user }: ActivityEntry): number => left.get(user.nickname) ?? 0

/** True if an event of a user counts: the viewer did not unfollow them, or followed them again (or may have) before the event. */
function isFollowedAt(state: LiveState, entry: ActivityEntry, at: number): boolean {
  const left = leftAt(state, entry)
  const back = Math.max(state.joined.get(entry.user.nickname) ?? 0, state.reset)
  return left === 0 || (back > left && at > back)
}

/** The shown entries when the user left the top of the page: new entries must not appear between or above them. */
export type Held = { ids: ReadonlySet<number>; last: ActivityEntry | undefined }

/** Records the shown entries. */
export const hold = (shown: readonly ActivityEntry[]): Held => ({
  ids: new Set(shown.map(({ id }) => id)),
  last: shown.at(-1),
})

/**
 * Separates the feed into shown entries and those that wait behind the button. Older entries at the end move nothing, so they are
 * shown.
 */
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

/** Returns the entries of `after` that are above all of `before`, and so are new to the user. */
export function arrivals(before: readonly ActivityEntry[], after: readonly ActivityEntry[]): ActivityEntry[] {
  const known = new Set(before.map(({ id }) => id))
  const top = before[0]
  return after.filter((entry) => !known.has(entry.id) && (!top || isNewer(entry, top)))
}
