import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../bench')

/** The value below which a share of the numbers lies: 0.5 is the median. */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]!

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

export const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits))

/** Writes the results of a benchmark into bench/results.json, beside those of the others. */
export function record(name: string, results: object): void {
  const file = join(folder, 'results.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
  mkdirSync(folder, { recursive: true })
  const all = { ...known, [name]: { at: new Date().toISOString(), ...results } }
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}
