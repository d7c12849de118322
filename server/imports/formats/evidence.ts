import type { DateOrder } from '../../../shared/imports.ts'
import { plainHeading, type NamedRole } from './headings.ts'
import { areKinds } from './kinds.ts'
import { readMoment } from './moments.ts'
import { BAD, isNo, isYes, makeOrderGuess, makeScaleGuess, readDay, readRating } from './values.ts'

export type Column = {
  /** '' in a table without a header */
  heading: string
  plain: string
  filled: number
  /** the first cells that are not empty */
  cells: string[]
  /** the distinct cells; null once they are too many or too long */
  words: Set<string> | null
  scale: ReturnType<typeof makeScaleGuess>
  order: ReturnType<typeof makeOrderGuess>
}

/** maximum number of sampled cells: per column, and for all columns together */
const [SAMPLE, ALL_SAMPLES] = [200, 5_000]
const LONGEST = 200
const MOST_WORDS = 40
/** maximum length of a cell that can be a day or a rating */
const SHORT = 60

export function makeColumns(headings: readonly string[]) {
  const columns = headings.map((heading): Column => {
    const scaleInName = /(?:^|\D)(10|100)\D*$/.exec(heading)
    return {
      heading,
      plain: plainHeading(heading),
      filled: 0,
      cells: [],
      words: new Set(),
      scale: makeScaleGuess(scaleInName ? Number(scaleInName[1]) : 0),
      order: makeOrderGuess(),
    }
  })
  const sample = Math.min(SAMPLE, Math.ceil(ALL_SAMPLES / headings.length))
  return {
    columns,
    add(row: readonly string[]): void {
      for (let index = 0; index < columns.length; index++) {
        const cell = row[index]
        if (!cell || cell.trim() === '') continue
        const column = columns[index]!
        column.filled++
        if (column.cells.length < sample) column.cells.push(cell.slice(0, LONGEST))
        if (column.words) addWord(column, cell)
        if (cell.length > SHORT || !/\d/.test(cell)) continue
        column.scale.add(cell)
        column.order.add(cell)
      }
    },
  }
}

function addWord(column: Column, cell: string): void {
  const words = column.words!
  words.add(cell)
  if (words.size > MOST_WORDS || cell.length > SHORT) column.words = null
}

export const link = /^(?:https?:\/\/|www\.|[a-z]+:[a-z]+:\S)/i
const id =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-\S+|[A-Z]{2}-?[A-Z0-9]{3}-?\d{2}-?\d{5}|[0-9a-f]{24,}|(?=\S*\d)(?=\S*[a-z])[A-Za-z0-9_-]{20,})$/
export const duration = /^\d{1,2}:\d\d(?::\d\d)?$/
export const numeric = /^[-+]?[\d.,]+$/
export const year = /^(?:19|20)\d\d$/
/** 'TR', 'AUDIO', 'NATURAL_END_OF_TRACK' */
const code = /^[A-Z]{2,3}$|^[A-Z]+(?:_[A-Z]+)+$/
const epoch = /^\d{9,16}$/

export const share = ({ cells }: Column, test: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter((cell) => test(cell.trim())).length / cells.length

const anyTime = new Date('2100-01-01T00:00:00Z')
export const isDay = (cell: string): boolean =>
  readMoment(cell, 'dayFirst', anyTime) !== null ||
  (!numeric.test(cell) && readDay(cell, 'dayFirst', anyTime) !== BAD) ||
  (!numeric.test(cell) && readDay(cell, 'monthFirst', anyTime) !== BAD)
export const isRating = (cell: string): boolean => readRating(cell, '100') !== BAD
/** Numbers count: an album can be called '1989'. */
export const isName = (cell: string): boolean =>
  !link.test(cell) &&
  !id.test(cell) &&
  !epoch.test(cell) &&
  !duration.test(cell) &&
  !/\d{4}-\d\d-\d\d/.test(cell)
export const isLikelyName = (cell: string): boolean =>
  isName(cell) && !numeric.test(cell) && !code.test(cell) && !isDay(cell) && !isRating(cell)

export const fits: Record<NamedRole, (column: Column) => boolean> = {
  artist: (column) => share(column, isName) >= 0.5,
  album: (column) => share(column, isName) >= 0.5,
  track: (column) => share(column, isName) >= 0.5 && share(column, (cell) => numeric.test(cell)) < 0.9,
  year: (column) => share(column, (cell) => year.test(cell) || isDay(cell)) >= 0.5,
  date: (column) => share(column, (cell) => isDay(cell) || year.test(cell)) >= 0.5,
  rating: (column) => share(column, isRating) >= 0.5,
  review: (column) => share(column, isRating) < 0.8 && share(column, (cell) => link.test(cell)) < 0.5,
  tags: (column) => share(column, (cell) => !link.test(cell)) >= 0.5,
  relisten: (column) => share(column, (cell) => isYes(cell) || isNo(cell)) >= 0.5,
  favorite: (column) => share(column, (cell) => isYes(cell) || isNo(cell)) >= 0.5,
  kind: ({ words, plain }) => words !== null && areKinds([...words], plain),
}

/** A time of day in most cells means that each row is a play. */
export const hasMoments = (column: Column | undefined): boolean =>
  column !== undefined &&
  share(column, (cell) => readMoment(cell, 'dayFirst', anyTime)?.hasTime ?? false) >= 0.5

/** True if most moments have no known time zone, or all are midnight UTC, which means days without a time. */
export const hasWallMoments = (column: Column, order: DateOrder): boolean => {
  const moments = column.cells.flatMap((cell) => readMoment(cell, order, anyTime) ?? [])
  return (
    moments.every(({ at }) => at % 86_400 === 0) ||
    moments.filter(({ isWall }) => isWall).length * 2 > moments.length
  )
}
