import type { ActivityEntry } from '../../shared/activity.ts'
import { isNewer, readCursor, writeCursor } from '../../shared/cursor.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import { refetchAfter, applyEvent, initialState, readFeed, type FeedPage } from '../../web/activity/feed.ts'
import { makeRandom } from '../torture/random.ts'

// A small model for tests of the feed's state: a server that has the true state and a stream of events, and a client that
// receives them late, fetches pages whose responses are late as well, and sometimes loses past events.

const PAGE = 4
const people = ['ada', 'bela', 'cem', 'duru']

/** The pages of a fetch, and whether the server has read them already. */
type Fetch = { wanted: number; pages: FeedPage[]; requestedAt: number | null; keep: FeedPage[] }

export function makeWorld(seed: number) {
  const { below, pick } = makeRandom(seed)

  // the server
  const logs = new Map<number, ActivityEntry>()
  const followed = new Set(['ada', 'bela'])
  let lastId = 0
  let clock = 1_000

  // the connection: events that the client has not received yet
  const wire: ActivityEvent[] = []
  const tell = (event: ActivityEvent) => wire.push(event)

  // the client
  let state = initialState
  let number = 0
  let pages: FeedPage[] | null = null
  let fetch: Fetch | null = null

  const truthFrom = () =>
    [...logs.values()]
      .filter(({ user }) => followed.has(user.nickname))
      .sort((a, b) => (isNewer(a, b) ? -1 : 1))

  function read(cursor: string | null, requestedAt: number): FeedPage {
    const end = readCursor(cursor)
    const older = truthFrom().filter(({ createdAt, id }) => {
      const at = Date.parse(createdAt)
      return !end || at < end.at.getTime() || (at === end.at.getTime() && id < end.id)
    })
    const items = older.slice(0, PAGE)
    const last = items.at(-1)
    const next =
      last && older.length > PAGE ? writeCursor({ at: new Date(last.createdAt), id: last.id }) : null
    return { items, next, live: 'life.0', requestedAt }
  }

  const actions = {
    make() {
      // Several have the same time, and some are dated back, as from another process's clock.
      clock += below(3)
      const id = ++lastId
      const entry: ActivityEntry = {
        id,
        version: 1,
        user: { nickname: pick(people), avatar: null },
        album: { artist: 'Somebody', name: `Album ${id}`, image: null, year: null },
        rating: below(11),
        favorite: false,
        review: null,
        date: '2026-11-20',
        relisten: false,
        tags: [],
        createdAt: new Date(clock - (below(6) === 0 ? below(20) : 0)).toISOString(),
      }
      logs.set(id, entry)
      if (followed.has(entry.user.nickname)) tell({ type: 'log.saved', entry })
    },
    change() {
      if (logs.size === 0) return
      const old = pick([...logs.values()])
      const entry = { ...old, version: old.version + 1, rating: below(11) }
      logs.set(entry.id, entry)
      if (followed.has(entry.user.nickname)) tell({ type: 'log.saved', entry })
    },
    remove() {
      if (logs.size === 0) return
      const { id, user } = pick([...logs.values()])
      logs.delete(id)
      if (followed.has(user.nickname)) tell({ type: 'log.removed', id })
    },
    follow() {
      const nickname = pick(people)
      if (followed.delete(nickname)) tell({ type: 'follow.removed', nickname })
      else {
        followed.add(nickname)
        tell({ type: 'follow.added', nickname })
      }
    },
    applyEvent() {
      for (let count = below(4); count >= 0; count--) {
        const event = wire.shift()
        if (event) state = applyEvent(state, ++number, event)
      }
    },
    /** The connection was interrupted for so long that the missed events are lost. */
    lose() {
      wire.length = 0
      tell({ type: 'reset' })
    },
    /** The connection resumes a little before the last event: some events are repeated. */
    again() {
      const known = [...state.latest.values()].flatMap(({ row }) => row ?? [])
      if (known.length > 0) wire.unshift({ type: 'log.saved', entry: pick(known) })
    },
    /** Fetches all pages again, or one more. */
    ask() {
      const anew = pages === null || below(2) === 0 || refetchAfter(pages, state) > 0
      if (anew) fetch = { wanted: pages?.length ?? 1, pages: [], requestedAt: null, keep: [] }
      else if (!fetch && pages!.at(-1)!.next)
        fetch = { wanted: 1, pages: [], requestedAt: null, keep: pages! }
    },
    /** One step of the fetch: the request is sent, the server reads, the response arrives. */
    answer() {
      if (!fetch) return
      const before = [...fetch.keep, ...fetch.pages].at(-1)
      if (fetch.requestedAt === null) fetch.requestedAt = number
      else if (below(2) === 0) {
        fetch.pages.push(read(before?.next ?? null, fetch.requestedAt))
        fetch.requestedAt = null
      }
      const last = fetch.pages.at(-1)
      if (last && fetch.requestedAt === null && (fetch.pages.length === fetch.wanted || !last.next)) {
        pages = [...fetch.keep, ...fetch.pages]
        fetch = null
      }
    },
  }
  const chances = [
    ...Array<keyof typeof actions>(6).fill('make'),
    ...Array<keyof typeof actions>(5).fill('change'),
    ...Array<keyof typeof actions>(3).fill('remove'),
    ...Array<keyof typeof actions>(2).fill('follow'),
    ...Array<keyof typeof actions>(8).fill('applyEvent'),
    ...Array<keyof typeof actions>(3).fill('ask'),
    ...Array<keyof typeof actions>(9).fill('answer'),
    'again',
    'lose',
  ] as const

  const finish = () => {
    while (fetch) actions.answer()
  }

  return {
    step: () => actions[pick(chances)](),
    feed: () => readFeed(pages ?? [], state),
    /** Delivers everything in transit, and lets the client close gaps. */
    settle() {
      if (!pages && !fetch) actions.ask()
      finish()
      while (wire.length > 0) actions.applyEvent()
      if (refetchAfter(pages!, state) > 0) {
        actions.ask()
        finish()
      }
    },
    /** Returns the server's true state of the range that the client has loaded. */
    truth() {
      const end = readCursor(pages!.at(-1)!.next)
      return truthFrom().filter(({ createdAt, id }) => {
        const at = Date.parse(createdAt)
        return !end || at > end.at.getTime() || (at === end.at.getTime() && id >= end.id)
      })
    },
  }
}

// Builders for the tests with explicit steps.

export const moment = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute))

/** Creates an entry of a minute; a later minute is newer. */
export function entry(id: number, { by = 'author', minute = id, version = 1 } = {}): ActivityEntry {
  return {
    id,
    version,
    user: { nickname: by, avatar: null },
    album: { artist: 'Björk', name: `Album ${id}`, image: null, year: null },
    rating: version,
    favorite: false,
    review: null,
    date: '2026-11-20',
    relisten: false,
    tags: [],
    createdAt: moment(minute).toISOString(),
  }
}

/** Creates a page that was requested at an event number; `more` if older ones exist. */
export function page(items: ActivityEntry[], { requestedAt = 0, more = false } = {}): FeedPage {
  const last = items.at(-1)
  const next = more && last ? writeCursor({ at: new Date(last.createdAt), id: last.id }) : null
  return { items, next, live: 'life.1', requestedAt }
}

type Told = Parameters<typeof applyEvent>[2]
/** Applies events with the numbers 1, 2, … or from `from` on. */
export const heardAll = (events: Told[], from = 1) =>
  events.reduce((state, event, index) => applyEvent(state, from + index, event), initialState)
export const saved = (of: ActivityEntry): Told => ({ type: 'log.saved', entry: of })
export const removed = (id: number): Told => ({ type: 'log.removed', id })
export const left = (nickname: string): Told => ({ type: 'follow.removed', nickname })
export const joined = (nickname: string): Told => ({ type: 'follow.added', nickname })
export const changed = (nickname: string, to: string, avatar: string | null = null): Told => ({
  type: 'user.changed',
  nickname,
  user: { nickname: to, avatar },
})
export const reset: Told = { type: 'reset' }
