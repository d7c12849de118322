import type { ReviewEvent } from '../../shared/events.ts'
import type { Review, SeenReview } from '../../shared/logs.ts'
import { refetchAfter } from '../../web/lib/liveRows.ts'
import { confirmLike, rollBackLike, requestLike } from '../../web/likes/likeState.ts'
import {
  applyEvent,
  initialState,
  readReviews,
  type NumberedPage,
  type ReviewSort,
} from '../../web/logs/review/reviewState.ts'
import { makeRandom } from '../torture/random.ts'

// Builds reviews and pages for the state of an album's reviews, and a small model that generates both.

export function review(id: number, { version = 1, likeCount = 0, by = `writer${id}` } = {}): Review {
  return {
    id,
    version,
    user: { nickname: by, avatar: null },
    album: { artist: 'Radiohead', name: 'Kid A', image: null, year: null },
    rating: version % 11,
    favorite: false,
    review: `Text ${version}`,
    date: '2026-11-20',
    relisten: false,
    tags: [],
    createdAt: new Date(Date.UTC(2026, 10, 20, 12, id)).toISOString(),
    likeCount,
    commentCount: 0,
  }
}
export const seen = (
  id: number,
  more: Parameters<typeof review>[1] & { liked?: boolean } = {},
): SeenReview => ({
  ...review(id, more),
  liked: more.liked ?? false,
  listens: 1,
  visibility: null,
  hidden: false,
})
export const page = (
  items: SeenReview[],
  { requestedAt = 0, sort = 'newest' as ReviewSort, next = null as string | null } = {},
): NumberedPage => ({
  items,
  next,
  live: 'life.1',
  requestedAt,
  sort,
})
export const saved = (of: Review): ReviewEvent => ({ type: 'review.saved', review: of })
export const removed = (id: number): ReviewEvent => ({ type: 'review.removed', id })
export const liked = (id: number, likeCount: number): ReviewEvent => ({ type: 'review.liked', id, likeCount })

type Row = { review: Review; likers: Set<string> }
type Call = {
  id: number
  liked: boolean
  wish: number
  answer: { liked: boolean; likeCount: number } | 'lost' | null
}

/**
 * A server with the true state and a stream of events, and a client
 * that receives, fetches and likes late, and sometimes without success.
 */
export function makeWorld(seed: number, sort: ReviewSort) {
  const { below, pick } = makeRandom(seed)
  const rows = new Map<number, Row>()
  const wire: ReviewEvent[] = []
  let lastId = 0
  let state = initialState
  let number = 0
  let pages: NumberedPage[] = [page([], { sort })]
  let fetch: { requestedAt: number; answer: NumberedPage | null } | null = null
  let calls: Call[] = []
  let doubtful = false

  const view = ({ review: text, likers }: Row): Review => ({ ...text, likeCount: likers.size })
  const truth = () =>
    [...rows.values()]
      .map((row): SeenReview => ({
        ...view(row),
        liked: row.likers.has('me'),
        listens: 1,
        visibility: null,
        hidden: false,
      }))
      .sort((a, b) => (sort === 'liked' ? b.likeCount - a.likeCount : 0) || b.id - a.id)
  const toggle = (id: number, who: string, wish: boolean) => {
    const row = rows.get(id)
    if (!row || row.likers.has(who) === wish) return
    if (wish) row.likers.add(who)
    else row.likers.delete(who)
    wire.push(liked(id, row.likers.size))
  }
  const actions = {
    write() {
      const row = { review: review(++lastId), likers: new Set<string>() }
      rows.set(lastId, row)
      wire.push(saved(view(row)))
    },
    edit() {
      const row = pick([...rows.values()])
      if (!row) return
      row.review = review(row.review.id, { version: row.review.version + 1 })
      wire.push(saved(view(row)))
    },
    remove() {
      const id = pick([...rows.keys()])
      if (!id || below(3) > 0) return
      rows.delete(id)
      wire.push(removed(id))
    },
    likeOfOthers() {
      const id = pick([...rows.keys()])
      if (id) toggle(id, pick(['ada', 'bela', 'cem']), below(2) === 0)
    },
    ownLike() {
      const one = pick(shownNow())
      if (!one) return
      const wish = ++number
      state = { ...state, likes: requestLike(state.likes, wish, one, !one.liked) }
      calls.push({ id: one.id, liked: !one.liked, wish, answer: null })
    },
    serve() {
      // Calls for one review are handled in order.
      const call = calls.find(({ id }, index) => calls.findIndex((other) => other.id === id) === index)
      if (!call || call.answer) return
      const luck = below(8)
      if (luck > 0) toggle(call.id, 'me', call.liked)
      const row = rows.get(call.id)
      call.answer = luck < 2 || !row ? 'lost' : { liked: call.liked, likeCount: row.likers.size }
    },
    answer() {
      const call = calls.find(({ answer }) => answer)
      if (!call?.answer) return
      calls = calls.filter((other) => other !== call)
      const { id, wish, answer } = call
      doubtful ||= answer === 'lost'
      const now =
        answer === 'lost'
          ? rollBackLike(state.likes, id, wish)
          : confirmLike(state.likes, ++number, id, wish, answer)
      state = { ...state, likes: now }
    },
    deliver() {
      const event = wire.shift()
      if (event) state = applyEvent(state, ++number, event)
    },
    lose() {
      if (below(6) > 0 || wire.length === 0) return
      wire.length = 0
      state = applyEvent(state, ++number, { type: 'reset' })
    },
    ask() {
      if (fetch || (refetchAfter(pages, state) === 0 && !doubtful && below(4) > 0)) return
      fetch = { requestedAt: number, answer: null }
      doubtful = false
    },
    read() {
      if (fetch && !fetch.answer) fetch.answer = page(truth(), { requestedAt: fetch.requestedAt, sort })
    },
    arrive() {
      if (!fetch?.answer) return
      pages = [fetch.answer]
      fetch = null
    },
  }
  const shownNow = () => readReviews(pages, state).reviews
  const names = Object.keys(actions) as (keyof typeof actions)[]
  return {
    step: () => actions[pick(names)!](),
    /** completes everything in progress, without refetching the pages unless that is required */
    settle() {
      while (calls.length > 0) {
        actions.serve()
        actions.answer()
      }
      while (wire.length > 0) actions.deliver()
      while (fetch || doubtful || refetchAfter(pages, state) > 0) {
        actions.ask()
        actions.read()
        actions.arrive()
      }
    },
    shown: shownNow,
    truth,
  }
}
