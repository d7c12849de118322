import { describe, expect, it } from 'vitest'
import type { Comment, SeenComment } from '../../shared/comments.ts'
import type { CommentEvent } from '../../shared/events.ts'
import { arrive, beginSending, draftOf, emptyDraft, failSending, keptOf } from '../../web/comments/draft.ts'
import {
  applyAdded,
  applyRemoved,
  applyEvent,
  initialState,
  readThread,
  type NumberedPage,
} from '../../web/comments/threadState.ts'
import { refetchAfter } from '../../web/lib/liveRows.ts'
import { confirmLike, requestLike } from '../../web/likes/likeState.ts'

const thread = { review: 1 }
const comment = (id: number, likeCount = 0): Comment => ({
  id,
  user: { nickname: 'writer', avatar: null },
  text: `Comment ${id}`,
  // Three of them share each millisecond.
  createdAt: new Date(Date.UTC(2026, 10, 20, 12) + Math.floor(id / 3)).toISOString(),
  likeCount,
})
const added = (id: number, count: number): CommentEvent => ({
  type: 'comment.added',
  thread,
  comment: comment(id),
  submission: `s${id}`,
  count,
})
const removed = (id: number, count: number): CommentEvent => ({ type: 'comment.removed', thread, id, count })
const liked = (id: number, likeCount: number): CommentEvent => ({ type: 'comment.liked', id, likeCount })
const seen = (id: number, likeCount = 0): SeenComment => ({ ...comment(id, likeCount), liked: false })
const page = (
  ids: number[],
  count: number,
  { requestedAt = 0, next = null as string | null } = {},
): NumberedPage => ({ items: ids.map((id) => seen(id)), next, count, live: 'life.1', requestedAt })
const heardAll = (...events: CommentEvent[]) =>
  events.reduce((state, event, index) => applyEvent(state, index + 1, event), initialState)
const ids = ({ comments }: { comments: SeenComment[] }) => comments.map(({ id }) => id)

it('a comment has its author’s present name, where the page or the event that brought it is older', () => {
  const changed: CommentEvent = {
    type: 'user.changed',
    nickname: 'writer',
    user: { nickname: 'novelist', avatar: null },
  }
  const names = (of: Parameters<typeof readThread>) =>
    readThread(...of).comments.map(({ user }) => user.nickname)
  const state = heardAll(added(10, 3), changed, added(11, 4))
  expect(names([[page([9, 8], 2)], state])).toEqual(['novelist', 'novelist', 'novelist', 'writer'])
  expect(names([[page([9, 8], 2, { requestedAt: 2 })], state])).toEqual(['writer', 'writer', 'writer'])
})

describe('comments and the events about them', () => {
  const pages = [page([9, 8, 7], 5, { next: 'more' }), page([4, 3], 5)]

  it('stand the oldest first, of one moment by their numbers, and are counted by what was told last', () => {
    const state = heardAll(added(11, 6), added(10, 7), removed(8, 6))
    expect(ids(readThread(pages, state))).toEqual([3, 4, 7, 9, 10, 11])
    expect(readThread(pages, state).count).toBe(6)
    const later = [
      page([11, 10, 9], 6, { requestedAt: 9, next: 'more' }),
      page([7, 4, 3], 99, { requestedAt: 8 }),
    ]
    expect(readThread(later, state)).toMatchObject({ count: 6 })
    expect(ids(readThread(later, state))).toEqual([3, 4, 7, 9, 10, 11])
  })

  it('one that was received before its page was requested, and is not in it, is gone; one below the pages waits there', () => {
    const state = heardAll(added(10, 6), added(5, 7))
    expect(ids(readThread([page([9, 8], 5, { requestedAt: 2 })], state))).toEqual([8, 9])
    expect(ids(readThread([page([12, 11], 9, { next: 'more' })], state))).toEqual([11, 12])
  })

  it('an own one stands once, whether its answer or its event comes first; of the counts the told one holds', () => {
    const answer = { comment: seen(10), count: 6 }
    const early = applyAdded(initialState, 1, 2, answer)
    expect(readThread(pages, early)).toMatchObject({ count: 6 })
    const both = applyEvent(early, 3, added(10, 7))
    expect(readThread(pages, both)).toMatchObject({ count: 7 })
    const late = applyAdded(applyEvent(initialState, 2, added(10, 7)), 1, 3, answer)
    for (const state of [both, late]) {
      expect(readThread(pages, state).count).toBe(7)
      expect(ids(readThread(pages, state)).filter((id) => id === 10)).toHaveLength(1)
    }
    expect(ids(readThread(pages, applyRemoved(both, 4, 10, 6)))).not.toContain(10)
    expect(readThread(pages, applyRemoved(applyEvent(both, 5, removed(10, 5)), 4, 10, 6)).count).toBe(5)
  })

  it('likes are counted by events, the viewer’s own are known by their act; what did not change stays the same object', () => {
    const state = heardAll(added(10, 6), liked(10, 3), liked(9, 2))
    const before = readThread(pages, state).comments
    expect(before.map(({ likeCount }) => likeCount)).toEqual([0, 0, 0, 0, 2, 3])
    const wish = {
      ...state,
      likes: confirmLike(requestLike(state.likes, 4, before.at(-1)!, true), 5, 10, 4, {
        liked: true,
        likeCount: 4,
      }),
    }
    const after = readThread(pages, wish).comments
    expect(after.at(-1)).toMatchObject({ likeCount: 4, liked: true })
    expect(after[0]).toBe(before[0])
  })

  it('a reset outdates the pages that were requested before it', () => {
    const state = heardAll({ type: 'live' }, { type: 'reset' })
    expect([refetchAfter(pages, state), refetchAfter([page([], 0, { requestedAt: 2 })], state)]).toEqual([
      2, 0,
    ])
  })

  it('one that a moderator shows again is fetched where no page holds it: the viewer may like it', () => {
    const shown = (id: number): CommentEvent => ({
      type: 'comment.shown',
      thread,
      comment: comment(id),
      count: 6,
    })
    expect(refetchAfter(pages, heardAll(removed(8, 4), shown(8)))).toBe(0)
    expect(refetchAfter(pages, heardAll(added(10, 6), shown(11)))).toBe(2)
    expect(refetchAfter([page([11], 6, { requestedAt: 2 })], heardAll(added(10, 6), shown(11)))).toBe(0)
  })

  it('one that a moderator shows again while events are lost is shown by the next page', () => {
    const state = heardAll(removed(8, 4), { type: 'reset' })
    expect(ids(readThread(pages, state))).toEqual([3, 4, 7, 9])
    expect(ids(readThread([page([9, 8, 7], 5, { requestedAt: 2 })], state))).toEqual([7, 8, 9])
  })
})

describe('what is being written', () => {
  const typed = (text: string) => ({ ...emptyDraft, text })
  const one = '6b0c8a0e-4a5e-4c53-9b6b-0d2f6c1f5a11'
  const two = '0f4f8a52-6f0d-4b0e-8a43-3f1d5b7a9c22'

  it('leaves the box, comes back before what was typed meanwhile, and goes again under its name', () => {
    const sending = beginSending(typed(' One. '), one)
    expect(sending).toEqual({ text: '', sending: { text: 'One.', submission: one }, failed: null })
    const failed = failSending({ ...sending, text: 'Two.' }, sending.sending!)
    expect(failed.text).toBe('One.\n\nTwo.')
    expect(beginSending({ ...failed, text: 'One.' }, two).sending).toEqual(sending.sending)
    // Another text is another comment.
    expect(beginSending(failed, two).sending).toEqual({ text: 'One.\n\nTwo.', submission: two })
  })

  it('is taken out of the box again when it turns out to stand', () => {
    const sending = beginSending(typed('One.'), one)
    expect(arrive({ ...sending, text: 'Two.' }, one)).toEqual(typed('Two.'))
    const failed = failSending({ ...sending, text: 'Two.' }, sending.sending!)
    expect(arrive(failed, one)).toEqual(typed('Two.'))
    expect(arrive({ ...failed, text: 'One.' }, one)).toEqual(emptyDraft)
    expect(arrive({ ...failed, text: 'Changed.' }, one)).toEqual(typed('Changed.'))
    expect(arrive(failed, two)).toBe(failed)
    // The response that reports the failure is outdated.
    expect(failSending(arrive(sending, one), sending.sending!)).toEqual(emptyDraft)
  })

  it('is kept for the next tab, with what was on its way and its name; nothing is kept of nothing', () => {
    const sending = beginSending(typed('One.'), one)
    const kept: unknown = JSON.parse(JSON.stringify(keptOf({ ...sending, text: 'Two.' })))
    expect(draftOf(kept)).toEqual({ text: 'One.\n\nTwo.', sending: null, failed: sending.sending })
    expect(keptOf(typed(' \n'))).toBeNull()
    expect([draftOf(null), draftOf('{'), draftOf({ text: 5 })]).toEqual([emptyDraft, emptyDraft, emptyDraft])
  })
})
