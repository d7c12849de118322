import type { Palette } from './palettes.ts'
import type { Seeded } from './seeded.ts'

/** The field is 300 by 300. */
type Sleeve = {
  artist: string
  title: string
  year: number
  palette: Palette
  chance: Seeded
  small: boolean
}
export type Composition = (sleeve: Sleeve) => string

export const f = (value: number) => String(Math.round(value * 10) / 10)
export const fillAll = (colour: string) => `<rect width="300" height="300" fill="${colour}"/>`
export const circle = (x: number, y: number, r: number, fill: string, attributes = '') =>
  `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${fill}"${attributes}/>`
export const rect = (x: number, y: number, w: number, h: number, fill: string, attributes = '') =>
  `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" fill="${fill}"${attributes}/>`
export const path = (d: string, fill: string, attributes = '') =>
  `<path d="${d}" fill="${fill}"${attributes}/>`

export function blob(points: [number, number][]): string {
  const mid = ([ax, ay]: [number, number], [bx, by]: [number, number]) =>
    `${f((ax + bx) / 2)} ${f((ay + by) / 2)}`
  const last = points.at(-1)!
  return `M${mid(last, points[0]!)}${points
    .map(
      (point, place) => `Q${f(point[0])} ${f(point[1])} ${mid(point, points[(place + 1) % points.length]!)}`,
    )
    .join('')}Z`
}

export function hill(heights: number[], floor = 300): string {
  const step = 300 / (heights.length - 1)
  let d = `M0 ${f(heights[0]!)}`
  for (let i = 1; i < heights.length; i++) {
    const x = (i - 0.5) * step
    d += `C${f(x)} ${f(heights[i - 1]!)} ${f(x)} ${f(heights[i]!)} ${f(i * step)} ${f(heights[i]!)}`
  }
  return `${d}V${floor}H0Z`
}

/** Omitted for thumbnails. */
export const grain = (small: boolean, strength = 0.22, seed = 3) =>
  small
    ? ''
    : `<filter id="g" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="${seed}"/>` +
      `<feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 1.6 -.55"/></filter>` +
      `<rect width="300" height="300" filter="url(#g)" opacity="${strength}" style="mix-blend-mode:overlay"/>`
