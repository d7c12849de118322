import type { ActivityEntry } from '../../shared/activity.ts'
import { isNewer, readCursor, writeCursor } from '../../shared/cursor.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import { refetchAfter, applyEvent, initialState, readFeed, type FeedPage } from '../../web/activity/feed.ts'

// A small world for the feed's state: a server that keeps the truth and a line of events, and a client that hears
// them late, asks for pages whose answers are late as well, and now and then loses a stretch of the past.

const PAGE = 4
const people = ['ada', 'bela', 'cem', 'duru']

/** Numbers that are the same for the same seed. */
function makeRandom(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

/** The pages that a fetch brings, and whether the server has read them already. */
type Fetch = { wanted: number; pages: FeedPage[]; requestedAt: number | null; keep: FeedPage[] }

export function makeWorld(seed: number) {
  const random = makeRandom(seed)
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)]!

  // the server
  const logs = new Map<number, ActivityEntry>()
  const followed = new Set(['ada', 'bela'])
  let lastId = 0
  let clock = 1_000

  // the wire: events that the client has not heard yet
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
      // Several in one moment, and now and then one that is dated back, as another process's clock does it.
      clock += random(3)
      const id = ++lastId
      const entry: ActivityEntry = {
        id,
        version: 1,
        user: { nickname: pick(people), avatar: null },
        album: { artist: 'Somebody', name: `Album ${id}`, image: null },
        rating: random(11),
        favorite: false,
        review: null,
        date: '2026-11-20',
        relisten: false,
        tags: [],
        createdAt: new Date(clock - (random(6) === 0 ? random(20) : 0)).toISOString(),
      }
      logs.set(id, entry)
      if (followed.has(entry.user.nickname)) tell({ type: 'log.saved', entry })
    },
    change() {
      if (logs.size === 0) return
      const old = pick([...logs.values()])
      const entry = { ...old, version: old.version + 1, rating: random(11) }
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
      for (let count = random(4); count >= 0; count--) {
        const event = wire.shift()
        if (event) state = applyEvent(state, ++number, event)
      }
    },
    /** The connection was away for so long that the past is lost. */
    lose() {
      wire.length = 0
      tell({ type: 'reset' })
    },
    /** The connection came back a little before the last event: some are told again. */
    again() {
      const known = [...state.saved.values()]
      if (known.length > 0) wire.unshift({ type: 'log.saved', entry: pick(known).entry })
    },
    /** Asks for all pages anew, or for one more. */
    ask() {
      const anew = pages === null || random(2) === 0 || refetchAfter(pages, state) > 0
      if (anew) fetch = { wanted: pages?.length ?? 1, pages: [], requestedAt: null, keep: [] }
      else if (!fetch && pages!.at(-1)!.next)
        fetch = { wanted: 1, pages: [], requestedAt: null, keep: pages! }
    },
    /** One step of the fetch: the question leaves, the server reads, the answer is there. */
    answer() {
      if (!fetch) return
      const before = [...fetch.keep, ...fetch.pages].at(-1)
      if (fetch.requestedAt === null) fetch.requestedAt = number
      else if (random(2) === 0) {
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
    /** Everything under way arrives, and the client does what it does by itself: it closes a gap. */
    settle() {
      if (!pages && !fetch) actions.ask()
      finish()
      while (wire.length > 0) actions.applyEvent()
      if (refetchAfter(pages!, state) > 0) {
        actions.ask()
        finish()
      }
    },
    /** What the server would show of the stretch that the client has loaded. */
    truth() {
      const end = readCursor(pages!.at(-1)!.next)
      return truthFrom().filter(({ createdAt, id }) => {
        const at = Date.parse(createdAt)
        return !end || at > end.at.getTime() || (at === end.at.getTime() && id >= end.id)
      })
    },
  }
}
