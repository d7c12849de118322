import { describe, expect, it } from 'vitest'
import type { ActivityEntry } from '../../shared/activity.ts'
import { areFolded, foldRuns } from '../../web/activity/fold.ts'

function entry(id: number, by = 'author', review: string | null = null): ActivityEntry {
  return {
    id,
    version: 1,
    user: { nickname: by, avatar: null },
    album: { artist: 'Björk', name: `Album ${id}`, image: null, year: null },
    rating: 6,
    favorite: false,
    review,
    date: '2026-11-20',
    relisten: false,
    tags: [],
    createdAt: '2026-11-20T12:00:00.000Z',
  }
}
const run = (from: number, to: number, by?: string) =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(from + index, by))
/** Returns the ids of the rows; folded ones are in nested arrays. */
const fold = (entries: ActivityEntry[], ...opened: number[]) =>
  foldRuns(entries, new Set(opened)).map(({ entry: one, folded }) => one?.id ?? folded?.map(({ id }) => id))

describe('a run of one person without a text', () => {
  it('stands as it is up to three entries; of more the first three stay', () => {
    expect(fold(run(1, 3))).toEqual([1, 2, 3])
    expect(fold(run(1, 4))).toEqual([1, 2, 3, [4]])
    expect(fold(run(1, 7))).toEqual([1, 2, 3, [4, 5, 6, 7]])
    expect(fold([])).toEqual([])
  })
  it('is ended by another person, and by a text, which is in no run', () => {
    expect(fold([...run(1, 4), ...run(5, 9, 'other'), ...run(10, 11)])).toEqual([
      1,
      2,
      3,
      [4],
      5,
      6,
      7,
      [8, 9],
      10,
      11,
    ])
    expect(fold([...run(1, 3), entry(4, 'author', 'Words.'), ...run(5, 8)])).toEqual([
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      [8],
    ])
  })
  it('goes on where a page ended, so that nothing above the button moves', () => {
    expect(fold(run(1, 50)).slice(0, 3)).toEqual(fold(run(1, 100)).slice(0, 3))
    expect(fold(run(1, 100))).toHaveLength(4)
  })
  it('stays open where it was opened, whatever comes above or below', () => {
    expect(fold(run(1, 7), 1, 2, 3, 4, 5, 6, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(fold([entry(9), entry(8), ...run(1, 7)], 1, 2, 3, 4, 5, 6, 7)).toEqual([9, 8, 1, 2, 3, 4, 5, 6, 7])
    expect(fold(run(1, 9), 1, 2, 3, 4, 5, 6, 7)).toEqual([1, 2, 3, 4, 5, 6, 7, [8, 9]])
    expect(fold(run(1, 9), 6)).toEqual([1, 2, 3, [4, 5], 6, [7, 8, 9]])
  })
})

it('a page of which nothing is seen is known', () => {
  const entries = run(1, 8)
  const lines = foldRuns(entries, new Set())
  expect(areFolded(lines, entries.slice(3))).toBe(true)
  expect(areFolded(lines, entries.slice(2))).toBe(false)
  expect(areFolded(lines, [])).toBe(false)
})
