import { expect, it, vi } from 'vitest'
import { readAlbumChoice, readShelfChoice } from '../../shared/albumChoice.ts'

it.each([
  ['1850', undefined],
  ['1860', 1860],
  ['1990', 1990],
  ['2020', 2020],
  ['2030', undefined],
  ['2990', undefined],
  ['1995', undefined],
  ['0990', undefined],
  ['nineties', undefined],
])('an unknown decade means none: %s', (text, decade) => {
  vi.useFakeTimers({ now: new Date('2026-11-28') })
  const search = new URLSearchParams({ decade: text })
  expect(readAlbumChoice(search).decade).toBe(decade)
  expect(readShelfChoice(search).decade).toBe(decade)
  vi.useRealTimers()
})

it('albums of next year can be chosen', () => {
  vi.useFakeTimers({ now: new Date('2029-01-01') })
  expect(readAlbumChoice(new URLSearchParams({ decade: '2030' }))).toEqual({ decade: 2030 })
  vi.useRealTimers()
})
