import { describe, expect, it } from 'vitest'
import { frameOf, moveCrop, moveOfKey, wholeCrop, zoomCrop, zoomOfKey } from '../../web/users/crop.ts'

const wide = { width: 800, height: 400 }
const rounded = (frame: ReturnType<typeof frameOf>) =>
  Object.values(frame).map((value) => Math.round(value * 1_000) / 1_000)

describe('the square that is cut out of a picture', () => {
  it('is the largest one in the middle at first', () => {
    expect(rounded(frameOf(wholeCrop, wide))).toEqual([0.25, 0, 0.5, 1])
    expect(rounded(frameOf(wholeCrop, { width: 90, height: 90 }))).toEqual([0, 0, 1, 1])
  })

  it('moves by 2 % of the picture with an arrow key, by 10 % with Shift, and stays inside', () => {
    expect(moveOfKey('ArrowLeft', false)).toEqual({ x: -0.02, y: 0 })
    expect(moveOfKey('ArrowDown', true)).toEqual({ x: 0, y: 0.1 })
    expect(moveOfKey('Enter', false)).toBeNull()
    const left = moveCrop(wholeCrop, { x: -0.02, y: -0.02 }, wide)
    expect(rounded(frameOf(left, wide))).toEqual([0.23, 0, 0.5, 1])
    expect(rounded(frameOf(moveCrop(left, { x: 9, y: 9 }, wide), wide))).toEqual([0.5, 0, 0.5, 1])
  })

  it('is smaller when zoomed, around its middle, and inside again when zoomed back', () => {
    const half = zoomCrop(wholeCrop, 2, wide)
    expect(rounded(frameOf(half, wide))).toEqual([0.375, 0.25, 0.25, 0.5])
    const corner = moveCrop(half, { x: -1, y: -1 }, wide)
    expect(rounded(frameOf(corner, wide))).toEqual([0, 0, 0.25, 0.5])
    expect(rounded(frameOf(zoomCrop(corner, 1, wide), wide))).toEqual([0, 0, 0.5, 1])
    expect([zoomCrop(half, 99, wide).zoom, zoomCrop(half, 0, wide).zoom]).toEqual([4, 1])
    expect(['+', '=', '-', '−', 'a'].map(zoomOfKey)).toEqual([1, 1, -1, -1, 0])
  })
})
