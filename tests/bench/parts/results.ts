import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../bench')

/** Returns the value below which a share of the numbers is: 0.5 is the median. */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]!

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

export const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits))

/** A promised limit, the measured value, and whether the promise holds. */
export type Promised = {
  promise: string
  what: string
  measured: number
  holds: boolean
  unit?: string
} & Bound
type Bound = { atMost: number } | { atLeast: number }

/**
 * Creates a row of the table of promises: `kept('P4', 'feed over HTTP, requests/s', ratio, { atLeast: 0.6 })`. The promise
 * comes first, so that the table sorts by it; a number without a unit is a ratio or a count.
 */
export function kept(promise: string, what: string, measured: number, bound: Bound, unit?: string): Promised {
  const holds = 'atMost' in bound ? measured <= bound.atMost : measured >= bound.atLeast
  return { promise, what, measured, ...bound, ...(unit && { unit }), holds }
}

/**
 * Writes the results of a benchmark into bench/results.json, next to those
 * of the others. `npm run bench` prints a table of the `promises` in it.
 */
export function record(name: string, promises: readonly Promised[], results: object): void {
  const file = join(folder, 'results.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
  mkdirSync(folder, { recursive: true })
  const { BENCH_ON: engine } = process.env
  const place = engine ? `${name} on ${engine}` : name
  const said = engine ? promises.map((each) => ({ ...each, what: `${each.what}, on ${engine}` })) : promises
  const all = { ...known, [place]: { at: new Date().toISOString(), promises: said, ...results } }
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}
