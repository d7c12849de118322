import type { ActivityEntry, ActivityPage } from '../../shared/activity.ts'
import { isNewer, readCursor } from '../../shared/cursor.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import { withPresentUser, type UserChanges } from '../lib/presentUser.ts'

/**
 * The feed is what the server's pages say, corrected by what was heard since. One counter orders both: an event
 * gets the next number when it is heard, a page gets the number that stood when it was asked for. What was heard
 * before a page was asked for is in that page; what was heard after it may be newer.
 */
export type FeedPage = ActivityPage & { asked: number }

/** What the events said, by log and by person, each with its number. */
export type Heard = {
  saved: ReadonlyMap<number, { at: number; entry: ActivityEntry }>
  removed: ReadonlySet<number>
  /** when the viewer last unfollowed a person, and followed them again; by nickname */
  left: ReadonlyMap<string, number>
  joined: ReadonlyMap<string, number>
  /** who has another nickname or picture since when, in the order of the changes */
  changed: UserChanges
  /** when it was last said that events were lost */
  reset: number
}

export const nothingHeard: Heard = {
  saved: new Map(),
  removed: new Set(),
  left: new Map(),
  joined: new Map(),
  changed: [],
  reset: 0,
}

/** Adds the event that was heard as number `at`. */
export function hear(heard: Heard, at: number, event: ActivityEvent): Heard {
  switch (event.type) {
    case 'log.saved': {
      const { entry } = event
      const known = heard.saved.get(entry.id)
      if (known && known.entry.version >= entry.version) return heard
      return { ...heard, saved: new Map(heard.saved).set(entry.id, { at, entry }) }
    }
    case 'log.removed':
      return { ...heard, removed: new Set(heard.removed).add(event.id) }
    case 'follow.added':
      return { ...heard, joined: new Map(heard.joined).set(event.nickname, at) }
    case 'follow.removed':
      return { ...heard, left: new Map(heard.left).set(event.nickname, at) }
    case 'user.changed': {
      const { nickname, user } = event
      return {
        ...heard,
        changed: [...heard.changed, { at, nickname, user }],
        left: renamed(heard.left, nickname, user.nickname),
        joined: renamed(heard.joined, nickname, user.nickname),
      }
    }
    case 'reset':
      return { ...heard, reset: at }
    case 'live':
      return heard
  }
}

/** What was heard of a person goes on under the new name; the old one is free for somebody else. */
function renamed(
  numbers: ReadonlyMap<string, number>,
  before: string,
  after: string,
): ReadonlyMap<string, number> {
  const number = numbers.get(before)
  if (number === undefined || before === after) return numbers
  const moved = new Map(numbers).set(after, number)
  moved.delete(before)
  return moved
}

/** An entry that was true at a number, with its author as they are now. */
const present = ({ changed }: Heard, entry: ActivityEntry, since: number): ActivityEntry =>
  withPresentUser(changed, entry, since)

/**
 * The number of the last thing heard for which the pages must be fetched anew: events were lost, or a person
 * joined, whose past comes with the pages alone. 0 when the pages were asked for after it.
 */
export function gap(pages: readonly FeedPage[], { joined, reset }: Heard): number {
  const last = Math.max(reset, ...joined.values())
  return pages.some(({ asked }) => asked < last) ? last : 0
}

/** The feed as it is to be shown: newest first, nothing twice. */
export function readFeed(pages: readonly FeedPage[], heard: Heard): ActivityEntry[] {
  const entries = new Map<number, ActivityEntry>()
  const offer = (entry: ActivityEntry) => {
    const other = entries.get(entry.id)
    if (!heard.removed.has(entry.id) && !(other && other.version >= entry.version))
      entries.set(entry.id, entry)
  }

  for (const { items, asked } of pages) {
    for (const item of items) {
      const entry = present(heard, item, asked)
      if (asked >= leftAt(heard, entry)) offer(entry)
    }
  }
  for (const { at, entry: told } of heard.saved.values()) {
    const entry = present(heard, told, at)
    const page = pages.find((one) => reaches(one, entry))
    // Below the last page, or (heard before its page was asked for, and not in it) gone by now.
    if (!page || (at <= page.asked && !entries.has(entry.id))) continue
    if (isFollowedAt(heard, entry, at)) offer(entry)
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

const leftAt = ({ left }: Heard, { user }: ActivityEntry): number => left.get(user.nickname) ?? 0

/** A person's event counts unless the viewer unfollowed them and did not (or cannot have) followed them again before it. */
function isFollowedAt(heard: Heard, entry: ActivityEntry, at: number): boolean {
  const left = leftAt(heard, entry)
  const back = Math.max(heard.joined.get(entry.user.nickname) ?? 0, heard.reset)
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
