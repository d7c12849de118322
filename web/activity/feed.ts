import type { ActivityEntry, ActivityPage } from '../../shared/activity.ts'
import { isNewer, readCursor } from '../../shared/cursor.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import * as liveRows from '../lib/liveRows.ts'
import { renameKey, withPresentUser, type UserChanges } from '../lib/presentUser.ts'

export type FeedPage = liveRows.Numbered<ActivityPage>

/** `version` is the last one that an event has brought, also if the entry was removed since. */
type Latest = liveRows.Latest<ActivityEntry> & { version: number }

export type LiveState = {
  latest: ReadonlyMap<number, Latest>
  /** numbers of the last unfollow and follow by the viewer, by nickname */
  left: ReadonlyMap<string, number>
  joined: ReadonlyMap<string, number>
  changed: UserChanges
  reset: number
}

export const initialState: LiveState = {
  latest: new Map(),
  left: new Map(),
  joined: new Map(),
  changed: [],
  reset: 0,
}

export function applyEvent(state: LiveState, at: number, event: ActivityEvent): LiveState {
  const { latest } = state
  switch (event.type) {
    case 'log.saved': {
      const { entry } = event
      const { id, version } = entry
      // A removed entry comes back in a newer version, when its visibility changes.
      if (version <= (latest.get(id)?.version ?? 0)) return state
      return { ...state, latest: liveRows.withLatest(latest, id, { row: entry, at, version }) }
    }
    case 'log.removed': {
      const version = latest.get(event.id)?.version ?? 0
      return { ...state, latest: liveRows.withLatest(latest, event.id, { row: null, at, version }) }
    }
    case 'follow.added':
      return { ...state, joined: new Map(state.joined).set(event.nickname, at) }
    case 'follow.removed':
      return { ...state, left: new Map(state.left).set(event.nickname, at) }
    case 'user.changed': {
      const { nickname, user } = event
      return {
        ...liveRows.applyShared(state, at, event),
        left: renameKey(state.left, nickname, user.nickname),
        joined: renameKey(state.joined, nickname, user.nickname),
      }
    }
    default:
      return liveRows.applyShared(state, at, event)
  }
}

/** Like that of all live rows; also after the viewer followed somebody, whose past entries only come with the pages. */
export const refetchAfter = (
  pages: readonly FeedPage[],
  { latest, joined: follows, reset }: LiveState,
): number => liveRows.refetchAfter(pages, { latest, reset: Math.max(reset, ...follows.values()) })

export const readFeed = (pages: readonly FeedPage[], state: LiveState): ActivityEntry[] =>
  liveRows
    .mergeRows(pages, state.latest, { keyOf: liveRows.idOf, reaches })
    .flatMap(({ row, since, pageRow }) => {
      const entry = withPresentUser(state.changed, row, since)
      return isFollowed(state, entry, { since, isEvent: row !== pageRow?.item }) ? [entry] : []
    })
    .sort((a, b) => (isNewer(a, b) ? -1 : 1))

function reaches({ next }: FeedPage, { createdAt, id }: ActivityEntry): boolean {
  const end = readCursor(next)
  if (!end) return true
  const at = Date.parse(createdAt)
  return at > end.at.getTime() || (at === end.at.getTime() && id >= end.id)
}

/**
 * True if the viewer follows the author of an entry. A page requested after the viewer unfollowed them knows better; an event only
 * counts if the viewer followed them again (or may have) before it.
 */
function isFollowed(
  { left: unfollows, joined: follows, reset }: LiveState,
  { user }: ActivityEntry,
  { since, isEvent }: { since: number; isEvent: boolean },
): boolean {
  const leftAt = unfollows.get(user.nickname) ?? 0
  if (leftAt === 0 || !isEvent) return since >= leftAt
  const joinedAt = Math.max(follows.get(user.nickname) ?? 0, reset)
  return joinedAt > leftAt && since > joinedAt
}

/** The shown entries when the user left the top of the page: new entries must not appear between or above them. */
export type Snapshot = { ids: ReadonlySet<number>; last: ActivityEntry | undefined }

export const hold = (entries: readonly ActivityEntry[]): Snapshot => ({
  ids: new Set(entries.map(({ id }) => id)),
  last: entries.at(-1),
})

/** Separates shown entries from waiting ones. Older entries at the end move nothing, so they are shown. */
export function part(entries: readonly ActivityEntry[], snapshot: Snapshot | null) {
  const shown: ActivityEntry[] = []
  const waiting: ActivityEntry[] = []
  for (const entry of entries) {
    const isShown = !snapshot?.last || snapshot.ids.has(entry.id) || isNewer(snapshot.last, entry)
    if (isShown) shown.push(entry)
    else waiting.push(entry)
  }
  return { shown, waiting }
}

export function arrivals(
  previous: readonly ActivityEntry[],
  current: readonly ActivityEntry[],
): ActivityEntry[] {
  const previousIds = new Set(previous.map(({ id }) => id))
  const top = previous[0]
  return current.filter((entry) => !previousIds.has(entry.id) && (!top || isNewer(entry, top)))
}
