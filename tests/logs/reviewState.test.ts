import { describe, expect, it } from 'vitest'
import type { ReviewEvent } from '../../shared/events.ts'
import type { Review, SeenReview } from '../../shared/logs.ts'
import { refetchAfter } from '../../web/lib/liveRows.ts'
import { confirmLike, rollBackLike, requestLike } from '../../web/likes/likeState.ts'
import {
  applyEvent,
  initialState,
  part,
  readReviews,
  type NumberedPage,
  type ReviewSort,
} from '../../web/logs/review/reviewState.ts'
import { liked, makeWorld, page, removed, review, saved, seen } from './reviewWorld.ts'

const heardAll = (events: ReviewEvent[], from = 1) =>
  events.reduce((state, event, index) => applyEvent(state, from + index, event), initialState)
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

  it('comes back when it is written again after a missed removal', () => {
    const state = heardAll([saved(review(2)), { type: 'reset' }, saved(review(2, { version: 4 }))])
    expect(ids(shown([page([seen(1)], { requestedAt: 2 })], state))).toEqual([2, 1])
    // Its event preceded the request of the page, which does not contain it: it was deleted.
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
    expect([refetchAfter([page([])], state), refetchAfter([page([], { requestedAt: 2 })], state)]).toEqual([
      2, 0,
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
