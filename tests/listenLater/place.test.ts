import { expect, it } from 'vitest'
import { positionBetween, readPlace, writePlace } from '../../shared/listenLaterPlace.ts'

it('places are read as they are written, and nothing else is one', () => {
  for (const position of [0, -3, 0.1, 1 / 3, 2 ** -60, -1e-7, 2 ** 40]) {
    expect(readPlace(writePlace({ position, albumId: 7 }))).toEqual({ position, albumId: 7 })
  }
  expect(['', 'abc', '1_', '_1', '1..2_3', null, undefined].map(readPlace)).toEqual(Array(7).fill(null))
  expect(positionBetween(null, null)).toBe(0)
  expect(positionBetween(1, 1)).toBeNull()
  expect(positionBetween(2 ** 40, null)).toBeNull()
})
