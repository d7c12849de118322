import { describe, expect, it } from 'vitest'
import { opinionOf } from '../../server/logs/write/opinions.ts'
import type { Visibility } from '../../shared/visibility.ts'

describe('what listenings come to', () => {
  type Given = { rating?: number; visibility?: Visibility; day?: string | null; id?: number }
  const of = (...given: Given[]) =>
    opinionOf(
      given.map(({ rating = 0, visibility = 'everyone', day = '2026-01-01', id }, index) => ({
        id: id ?? index + 1,
        rating,
        visibility,
        date: day === null ? null : new Date(day),
        createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      })),
      true,
    )
  it('nothing is nothing', () => expect(of()).toBeNull())
  it('the newest with stars is current, whatever came after it', () => {
    expect(of({ rating: 4 }, { rating: 8, day: '2026-02-01' }, { day: '2026-03-01' })).toMatchObject({
      rating: 8,
      countedRating: 8,
    })
    expect(of({ rating: 4 }, { rating: 8, day: null })).toMatchObject({ rating: 4 })
  })
  it('each circle sees its own newest rating; the numbers count the current one or none', () => {
    const all = of(
      { rating: 2 },
      { rating: 5, visibility: 'followers', day: '2026-02-01' },
      { rating: 9, visibility: 'me', day: '2026-03-01' },
    )
    expect(all).toMatchObject({
      rating: 9,
      followersRating: 5,
      everyoneRating: 2,
      countedRating: 0,
      visibility: 'everyone',
    })
  })
  it('is added when the first of the widest level was made', () => {
    const added = of({ visibility: 'me' }, { visibility: 'followers' }, { visibility: 'followers' })
    expect(added).toMatchObject({ visibility: 'followers', addedAt: new Date(Date.UTC(2026, 0, 2)) })
  })
})
