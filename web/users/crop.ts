/** The square part of a picture: its centre as fractions of the width and height, and how often it fits into the short edge. */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const zoomLimits = { min: 1, max: 4, step: 0.1 } as const

/** Length of an edge of the square, in pixels of the picture. */
export const edgeOf = ({ zoom }: Crop, { width, height }: Size): number => Math.min(width, height) / zoom

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** Keeps the square inside the picture. */
function inside(crop: Crop, size: Size): Crop {
  const edge = edgeOf(crop, size)
  const [halfWidth, halfHeight] = [edge / size.width / 2, edge / size.height / 2]
  return {
    ...crop,
    x: clamp(crop.x, halfWidth, 1 - halfWidth),
    y: clamp(crop.y, halfHeight, 1 - halfHeight),
  }
}

/** `by` are fractions of the picture. */
export const moveCrop = (crop: Crop, by: { x: number; y: number }, size: Size): Crop =>
  inside({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, size)

export const zoomCrop = (crop: Crop, zoom: number, size: Size): Crop =>
  inside({ ...crop, zoom: clamp(zoom, zoomLimits.min, zoomLimits.max) }, size)

/** Returns the place and size of the square as fractions of the picture. */
export function frameOf(
  crop: Crop,
  size: Size,
): { left: number; top: number; width: number; height: number } {
  const edge = edgeOf(crop, size)
  const [width, height] = [edge / size.width, edge / size.height]
  return { left: crop.x - width / 2, top: crop.y - height / 2, width, height }
}

const SMALL_STEP = 0.02
const LARGE_STEP = 0.1
const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Returns null for keys that do not move the square. */
export function moveOfKey(key: string, isLarge: boolean): { x: number; y: number } | null {
  const direction = directions[key]
  const step = isLarge ? LARGE_STEP : SMALL_STEP
  return direction ? { x: direction.x * step, y: direction.y * step } : null
}

/** Returns 1 or -1 for the keys that zoom, else 0. */
export const zoomOfKey = (key: string): number =>
  key === '+' || key === '=' ? 1 : key === '-' || key === '−' ? -1 : 0
