import { describe, expect, it } from 'vitest'
import { breakAfter } from '../../server/jobs/breaks.ts'

describe('a break of long work', () => {
  it('is shorter than the work before it while the thread has time', () => {
    for (const busy of [0, 0.1, 0.25]) expect(breakAfter(20, busy)).toBe(6)
  })

  it('leaves requests nine tenths of a busy thread, and more', () => {
    for (const busy of [0.6, 0.9, 1]) expect(breakAfter(20, busy)).toBeGreaterThanOrEqual(20 * 9)
  })

  it('grows with how busy the thread is, and ends', () => {
    const breaks = [0, 0.3, 0.4, 0.5, 0.6].map((busy) => breakAfter(20, busy))
    expect(breaks).toEqual(breaks.toSorted((one, other) => one - other))
    expect(breakAfter(60_000, 1)).toBe(1_500)
  })
})
