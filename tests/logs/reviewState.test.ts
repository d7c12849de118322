import { describe, expect, it } from 'vitest'
import type { ReviewEvent } from '../../shared/events.ts'
import type { Review, SeenReview } from '../../shared/logs.ts'
import { confirmLike, rollBackLike, requestLike } from '../../web/likes/likeState.ts'
import {
  applyEvent,
  isOutdated,
  initialState,
  part,
  readReviews,
  type NumberedPage,
  type ReviewSort,
} from '../../web/logs/reviewState.ts'

function review(id: number, { version = 1, likeCount = 0, by = `writer${id}` } = {}): Review {
  return {
    id,
    version,
    user: { nickname: by, avatar: null },
    album: { artist: 'Radiohead', name: 'Kid A', image: null },
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
const seen = (id: number, more: Parameters<typeof review>[1] & { liked?: boolean } = {}): SeenReview => ({
  ...review(id, more),
  liked: more.liked ?? false,
  listens: 1,
  visibility: null,
  hidden: false,
})
const page = (
  items: SeenReview[],
  { requestedAt = 0, sort = 'newest' as ReviewSort, next = null as string | null } = {},
): NumberedPage => ({
  items,
  next,
  live: 'life.1',
  requestedAt,
  sort,
})
const heardAll = (events: ReviewEvent[], from = 1) =>
  events.reduce((state, event, index) => applyEvent(state, from + index, event), initialState)
const saved = (of: Review): ReviewEvent => ({ type: 'review.saved', review: of })
const removed = (id: number): ReviewEvent => ({ type: 'review.removed', id })
const liked = (id: number, likeCount: number): ReviewEvent => ({ type: 'review.liked', id, likeCount })
const shown = (pages: NumberedPage[], state = initialState) => readReviews(pages, state).reviews
const ids = (reviews: readonly Review[]) => reviews.map(({ id }) => id)
const likes = (reviews: readonly SeenReview[]) =>
  reviews.map(({ likeCount, liked: isLiked }) => [likeCount, isLiked])

it('a review has its author’s present name, where the page or the event that brought it is older', () => {
  const changed: ReviewEvent = {
    type: 'user.changed',
    nickname: 'writer',
    user: { nickname: 'novelist', avatar: null },
  }
  const names = (pages: NumberedPage[], events: ReviewEvent[]) =>
    shown(pages, heardAll(events)).map(({ user }) => user.nickname)
  const by = 'writer'
  expect(names([page([seen(1, { by })])], [changed])).toEqual(['novelist'])
  expect(names([page([seen(1, { by })], { requestedAt: 1 })], [changed])).toEqual(['writer'])
  expect(names([page([])], [saved(review(3, { by })), changed])).toEqual(['novelist'])
  expect(names([page([seen(1, { by })])], [changed, saved(review(1, { by, version: 2 }))])).toEqual([
    'writer',
  ])
})

describe('reviews and the events about them', () => {
  it('a new one stands on top, or among the most liked at its likes, and is fresh', () => {
    const items = [seen(2, { likeCount: 5 }), seen(1, { likeCount: 1 })]
    const state = heardAll([saved(review(3, { likeCount: 2 }))])
    expect(ids(shown([page(items)], state))).toEqual([3, 2, 1])
    const most = readReviews([page(items, { sort: 'liked' })], state)
    expect([ids(most.reviews), [...most.fresh]]).toEqual([[2, 3, 1], [3]])
  })

  it('the one that an address brings forward stays above new ones in either order', () => {
    const items = [seen(1), seen(3, { likeCount: 5 }), seen(2, { likeCount: 1 })]
    const state = heardAll([saved(review(4, { likeCount: 5 }))])
    const at = (sort: ReviewSort, first: number) =>
      ids(readReviews([page(items, { sort })], state, first).reviews)
    expect([at('newest', 1), at('liked', 1)]).toEqual([
      [1, 4, 3, 2],
      [1, 4, 3, 2],
    ])
    expect(at('newest', 9)).toEqual([4, 1, 3, 2])
  })

  it('an edit changes it in its place, a removal takes it away, and an older version changes nothing', () => {
    const pages = [page([seen(2, { version: 3 }), seen(1)])]
    expect(
      shown(pages, heardAll([saved(review(1, { version: 2 })), saved(review(2, { version: 2 }))])).map(
        ({ id, version }) => [id, version],
      ),
    ).toEqual([
      [2, 3],
      [1, 2],
    ])
    expect(ids(shown(pages, heardAll([removed(2)])))).toEqual([1])
    expect(ids(shown([page([seen(2)], { requestedAt: 1 })], heardAll([removed(2)])))).toEqual([2])
  })

  it('comes back when it is written anew after a removal that was missed', () => {
    const state = heardAll([saved(review(2)), { type: 'reset' }, saved(review(2, { version: 4 }))])
    expect(ids(shown([page([seen(1)], { requestedAt: 2 })], state))).toEqual([2, 1])
    // Heard of only before the page was asked for, and not in it: it is gone.
    expect(ids(shown([page([seen(1)], { requestedAt: 3 })], state))).toEqual([1])
  })

  it('keeps the very objects of what did not change', () => {
    const items = [seen(2), seen(1)]
    const now = shown([page(items)], heardAll([liked(1, 4)]))
    expect(now[0]).toBe(items[0])
    expect(now[1]).toEqual({ ...items[1], likeCount: 4 })
  })

  it('a reset outdates the pages that were requested before it', () => {
    const state = heardAll([{ type: 'live' }, { type: 'reset' }])
    expect([isOutdated([page([])], state), isOutdated([page([], { requestedAt: 2 })], state)]).toEqual([
      true,
      false,
    ])
  })

  it('while one reads among them, only the own one comes in above', () => {
    const all = [seen(4, { by: 'me' }), seen(3), seen(2), seen(1)]
    const { shown: now, waiting } = part(all, new Set([2, 1]), 'me')
    expect([ids(now), ids(waiting)]).toEqual([[4, 2, 1], [3]])
  })
})

describe('likes', () => {
  const pages = [page([seen(1, { likeCount: 3 })])]
  const pending = (liked_ = true, state = initialState) => ({
    ...state,
    likes: requestLike(state.likes, 5, shown(pages, state)[0]!, liked_),
  })

  it('are counted by events, whose likes they are is known of the page; one that is newer knows better', () => {
    expect(likes(shown(pages, heardAll([liked(1, 4)])))).toEqual([[4, false]])
    const later = [page([seen(1, { likeCount: 9, liked: true })], { requestedAt: 1 })]
    expect(likes(shown(later, heardAll([liked(1, 4)])))).toEqual([[9, true]])
  })

  it('a request is shown at once and counted once, whether its event or its answer comes first', () => {
    const wish = pending()
    expect(likes(shown(pages, wish))).toEqual([[4, true]])
    const told = applyEvent(wish, 6, liked(1, 4))
    expect(likes(shown(pages, told))).toEqual([[4, true]])
    const answer = { liked: true, likeCount: 4 }
    expect(likes(shown(pages, { ...told, likes: confirmLike(told.likes, 7, 1, 5, answer) }))).toEqual([
      [4, true],
    ])
    const confirmed = { ...wish, likes: confirmLike(wish.likes, 6, 1, 5, answer) }
    expect(likes(shown(pages, confirmed))).toEqual([[4, true]])
    expect(likes(shown(pages, applyEvent(confirmed, 7, liked(1, 8))))).toEqual([[8, true]])
    const after = heardAll([liked(1, 6)])
    expect(likes(shown(pages, pending(true, after)))).toEqual([[7, true]])
  })

  it('a refused request leaves nothing; a later one stays whatever becomes of the earlier', () => {
    const wish = pending()
    expect(likes(shown(pages, { ...wish, likes: rollBackLike(wish.likes, 1, 5) }))).toEqual([[3, false]])
    const back = { ...wish, likes: requestLike(wish.likes, 6, shown(pages, wish)[0]!, false) }
    expect(likes(shown(pages, back))).toEqual([[3, false]])
    const confirmed = confirmLike(back.likes, 7, 1, 5, { liked: true, likeCount: 4 })
    expect(likes(shown(pages, { ...back, likes: confirmed }))).toEqual([[3, false]])
    expect(likes(shown(pages, { ...back, likes: rollBackLike(confirmed, 1, 6) }))).toEqual([[4, true]])
  })
})

/** Numbers that are the same for the same seed. */
function makeRandom(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

type Row = { review: Review; likers: Set<string> }
type Call = {
  id: number
  liked: boolean
  wish: number
  answer: { liked: boolean; likeCount: number } | 'lost' | null
}

/** A server with the truth and a line of events, and a client that hears, asks and likes late, and now and then in vain. */
function makeWorld(seed: number, sort: ReviewSort) {
  const random = makeRandom(seed)
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)]
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
      if (!id || random(3) > 0) return
      rows.delete(id)
      wire.push(removed(id))
    },
    likeOfOthers() {
      const id = pick([...rows.keys()])
      if (id) toggle(id, pick(['ada', 'bela', 'cem'])!, random(2) === 0)
    },
    ownLike() {
      const one = pick(shownNow())
      if (!one) return
      const wish = ++number
      state = { ...state, likes: requestLike(state.likes, wish, one, !one.liked) }
      calls.push({ id: one.id, liked: !one.liked, wish, answer: null })
    },
    serve() {
      // One after the other for each review.
      const call = calls.find(({ id }, index) => calls.findIndex((other) => other.id === id) === index)
      if (!call || call.answer) return
      const luck = random(8)
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
      if (random(6) > 0 || wire.length === 0) return
      wire.length = 0
      state = applyEvent(state, ++number, { type: 'reset' })
    },
    ask() {
      if (fetch || (!isOutdated(pages, state) && !doubtful && random(4) > 0)) return
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
    /** everything that is under way comes to its end, without another look at the pages unless one is owed */
    settle() {
      while (calls.length > 0) {
        actions.serve()
        actions.answer()
      }
      while (wire.length > 0) actions.deliver()
      while (fetch || doubtful || isOutdated(pages, state)) {
        actions.ask()
        actions.read()
        actions.arrive()
      }
    },
    shown: shownNow,
    truth,
  }
}

describe('whatever the order', () => {
  it.each(['newest', 'liked'] as const)(
    'of events, pages, likes and lost stretches, %s first: exactly the truth in the end',
    (sort) => {
      const byId = (reviews: readonly SeenReview[]) => [...reviews].sort((a, b) => a.id - b.id)
      for (let seed = 0; seed < 300; seed++) {
        const world = makeWorld(seed, sort)
        for (let step = 0; step < 120; step++) {
          world.step()
          const shownIds = ids(world.shown())
          // An `expect` here would take longer than the step itself.
          if (new Set(shownIds).size !== shownIds.length)
            throw new Error(`seed ${seed}, step ${step}: ${shownIds.join()}`)
        }
        world.settle()
        expect(byId(world.shown()), `seed ${seed}`).toEqual(byId(world.truth()))
        if (sort === 'newest') expect(ids(world.shown()), `seed ${seed}`).toEqual(ids(world.truth()))
      }
    },
  )
})
