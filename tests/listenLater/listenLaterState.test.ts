import { expect, it } from 'vitest'
import type { ListenLaterItem } from '../../shared/listenLater.ts'
import { refetchAfter } from '../../web/lib/liveRows.ts'
import {
  applyEvent,
  initialState,
  placeAt,
  readItems,
  settleMove,
  requestMove,
  keyOf,
  type NumberedPage,
} from '../../web/listenLater/listenLaterState.ts'

const item = (name: string, position: number): ListenLaterItem => ({
  album: { artist: 'Artist', name, image: null, year: null },
  position,
  addedOn: '2026-11-22',
})
const page = (requestedAt: number, next: string | null, ...items: ListenLaterItem[]): NumberedPage => ({
  items,
  next,
  live: '',
  requestedAt,
})
const [a, b, c] = [item('A', 1), item('B', 2), item('C', 3)]
const keyA = keyOf(a.album)
const placed = (of: ListenLaterItem) => ({ type: 'listenLater.placed', item: of }) as const
const removed = ({ album }: ListenLaterItem) => ({ type: 'listenLater.removed', album }) as const
const names = (...given: Parameters<typeof readItems>) =>
  readItems(...given)
    .map(({ album }) => album.name)
    .join('')

it('an event is newer than a page that was requested before it, and older than one after', () => {
  const state = [placed({ ...a, position: 2.5 }), removed(b), placed(item('D', 0))].reduce(
    (before, event, index) => applyEvent(before, index + 3, event),
    initialState,
  )
  expect(names([page(1, null, a, b, c)], state)).toBe('DAC')
  expect(names([page(9, null, a, b, c)], state)).toBe('ABC')
})

it('what stands below the last page waits for its page', () => {
  const state = applyEvent(applyEvent(initialState, 3, placed(item('D', 9))), 4, placed(item('E', 1.5)))
  expect(names([page(1, '2_7', a, b)], state)).toBe('AEB')
  expect(names([page(1, '2_7', a, b), page(5, null, c, item('D', 9))], state)).toBe('AEBCD')
})

it('a pending change covers received events until it is answered or another one follows', () => {
  const pages = [page(1, null, a, b, c)]
  const first = requestMove(initialState, keyA, { number: 2, position: 2.5 })
  expect(names(pages, first)).toBe('BAC')
  const second = requestMove(first, keyA, { number: 3, position: 4 })
  const answered = settleMove(applyEvent(second, 4, placed({ ...a, position: 2.5 })), keyA, 2)
  expect(names(pages, answered)).toBe('BCA')
  expect(names(pages, settleMove(answered, keyA, 3))).toBe('BAC')
  expect(names(pages, requestMove(initialState, keyA, { number: 2, position: null }))).toBe('BC')
  // Removed elsewhere in between: a pending change does not restore it.
  expect(names(pages, applyEvent(first, 5, removed(a)))).toBe('BC')
})

it('other numbers for all, or lost events, mean another fetch, once', () => {
  const state = applyEvent(initialState, 7, { type: 'listenLater.renumbered' })
  expect(refetchAfter([page(1, '1_1', a), page(8, null, b)], state)).toBe(7)
  expect(refetchAfter([page(8, null, a)], state)).toBe(0)
})

it('a place is named by both neighbours, those of the list without the album', () => {
  expect(placeAt([a, b, c], 0, 1)).toEqual({ after: b.album, before: c.album, position: 2.5 })
  expect(placeAt([a, b, c], 2, 0)).toEqual({ after: undefined, before: a.album, position: 0 })
  expect(placeAt([a, b, c], 0, 2)).toEqual({ after: c.album, before: undefined, position: 4 })
  expect(placeAt([a, { ...b, position: 1 }, c], 2, 1).position).toBe(1)
})
