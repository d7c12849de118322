import { expect, it } from 'vitest'
import { withinLimits } from '../../web/offline/limits.ts'

const DAY = 24 * 60 * 60 * 1000
const now = Date.parse('2026-11-26T12:00:00Z')
const page = (address: string, size: number, days = 0) => ({ address, title: '', size, at: now - days * DAY })
const kept = (...pages: ReturnType<typeof page>[]) => withinLimits(pages, now).map(({ address }) => address)

it('stores what fits, the newest first', () => {
  expect(kept(page('/a', 900_000), page('/b', 900_000), page('/c', 900_000), page('/d', 100_000))).toEqual([
    '/a',
    '/b',
    '/d',
  ])
})

it('does not give up the others for a page that is too large by itself', () => {
  expect(kept(page('/list/1', 2_500_000), page('/a', 10), page('/b', 10))).toEqual(['/a', '/b'])
})

it('stores nothing older than thirty days, which takes no room either', () => {
  expect(kept(page('/old', 1_999_999, 31), page('/a', 10, 29))).toEqual(['/a'])
})

it('stores at most a hundred pages', () => {
  expect(kept(...Array.from({ length: 120 }, (_, index) => page(`/${index}`, 1)))).toHaveLength(100)
})
