import type { ColumnRole, DateOrder } from '../../../shared/imports.ts'
import {
  fitOf,
  isHeading,
  isNameHeading,
  isOtherHeading,
  isPlainlyNamed,
  namedRoles,
  plainHeading,
  type NamedRole,
} from './headings.ts'
import { areKinds, isKindHeading } from './kinds.ts'
import { readMoment } from './moments.ts'
import { BAD, isNo, isYes, makeOrderGuess, makeScaleGuess, readDay, readRating } from './values.ts'

// What the columns of an unknown table hold, by their names and by their cells.

/** A column as all rows of a table show it. */
export type Column = {
  /** '' in a table without a header */
  heading: string
  plain: string
  filled: number
  /** the first cells that are not empty */
  cells: string[]
  /** its different cells, as long as they are few and short */
  words: Set<string> | null
  scale: ReturnType<typeof makeScaleGuess>
  order: ReturnType<typeof makeOrderGuess>
}

const SAMPLE = 200
const LONGEST = 200
const MOST_WORDS = 40
/** longer cells are neither days nor ratings */
const SHORT = 60

/** Gathers what the columns hold, row by row. */
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
  return {
    columns,
    add(row: readonly string[]): void {
      for (let index = 0; index < columns.length; index++) {
        const cell = row[index]
        if (!cell || cell.trim() === '') continue
        const column = columns[index]!
        column.filled++
        if (column.cells.length < SAMPLE) column.cells.push(cell.slice(0, LONGEST))
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

const link = /^(?:https?:\/\/|www\.|[a-z]+:[a-z]+:\S)/i
const id =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-\S+|[A-Z]{2}-?[A-Z0-9]{3}-?\d{2}-?\d{5}|[0-9a-f]{24,}|(?=\S*\d)(?=\S*[a-z])[A-Za-z0-9_-]{20,})$/
const duration = /^\d{1,2}:\d\d(?::\d\d)?$/
const numeric = /^[-+]?[\d.,]+$/
const year = /^(?:19|20)\d\d$/
/** 'TR', 'AUDIO', 'NATURAL_END_OF_TRACK' */
const code = /^[A-Z]{2,3}$|^[A-Z]+(?:_[A-Z]+)+$/
const epoch = /^\d{9,16}$/

const share = ({ cells }: Column, test: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter((cell) => test(cell.trim())).length / cells.length

const anyTime = new Date('2100-01-01T00:00:00Z')
const isDay = (cell: string): boolean =>
  readMoment(cell, 'dayFirst', anyTime) !== null ||
  (!numeric.test(cell) && readDay(cell, 'dayFirst', anyTime) !== BAD) ||
  (!numeric.test(cell) && readDay(cell, 'monthFirst', anyTime) !== BAD)
const isRating = (cell: string): boolean => readRating(cell, '100') !== BAD
/** Whether a cell can be a name at all. An album can be called '1989'. */
const isName = (cell: string): boolean =>
  !link.test(cell) &&
  !id.test(cell) &&
  !epoch.test(cell) &&
  !duration.test(cell) &&
  !/\d{4}-\d\d-\d\d/.test(cell)
/** Whether a cell is more likely a name than anything else. */
const isLikelyName = (cell: string): boolean =>
  isName(cell) && !numeric.test(cell) && !code.test(cell) && !isDay(cell) && !isRating(cell)

/** Whether the cells of a column can be what its name says. */
const fits: Record<NamedRole, (column: Column) => boolean> = {
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
const canBeUnread = new Set<NamedRole>(['date', 'rating'])

/** An empty column is none of these. */
const needsCells = new Set<NamedRole>(['artist', 'album', 'track', 'kind'])

type Candidate = { role: NamedRole; index: number; rank: number; filled: number }

/** The likeliest roles first: by name and cells, then the fuller column; an album's artist before a track's. */
function candidatesOf(columns: readonly Column[]): Candidate[] {
  const found: Candidate[] = []
  const hasRows = columns.some(({ filled }) => filled > 0)
  for (const [index, column] of columns.entries())
    for (const role of namedRoles) {
      const fit =
        fitOf(column.plain, role) ?? (role === 'kind' && isKindHeading(column.plain) ? 'sure' : null)
      if (!fit) continue
      const isFit = column.filled === 0 ? !(hasRows && needsCells.has(role)) : fits[role](column)
      if (!isFit && !(canBeUnread.has(role) && isPlainlyNamed(column.plain, role))) continue
      const rank = column.filled === 0 ? 0 : !isFit ? 1 : { sure: 4, likely: 3, partly: 2 }[fit]
      found.push({ role, index, rank, filled: column.filled })
    }
  const isAlbumArtist = ({ index }: Candidate) => /^album ?artist/.test(columns[index]!.plain)
  return found.sort(
    (one, other) =>
      other.rank - one.rank ||
      other.filled - one.filled ||
      Number(isAlbumArtist(other)) - Number(isAlbumArtist(one)) ||
      one.index - other.index,
  )
}

/** Whether most cells hold a time of day: then a row is a play. */
export const hasMoments = (column: Column | undefined): boolean =>
  column !== undefined &&
  share(column, (cell) => readMoment(cell, 'dayFirst', anyTime)?.hasTime ?? false) >= 0.5

/** Whether most moments are those of a clock whose zone is not known, or of midnight in UTC, which stands for a day. */
export const hasWallMoments = (column: Column, order: DateOrder): boolean => {
  const moments = column.cells.flatMap((cell) => readMoment(cell, order, anyTime) ?? [])
  return (
    moments.every(({ at }) => at % 86_400 === 0) ||
    moments.filter(({ isWall }) => isWall).length * 2 > moments.length
  )
}

/** Guesses the role of each column of a table with a header; each role is given to one column. */
export function guessRoles(columns: readonly Column[]): ColumnRole[] {
  const roles = columns.map((): ColumnRole => 'none')
  for (const { role, index } of candidatesOf(columns))
    if (roles[index] === 'none' && !roles.includes(role)) roles[index] = role
  const played = hasMoments(columns[roles.indexOf('date')])
  const album = columns[roles.indexOf('album')]
  // Beside an album a title is that of a track; without a moment a row need not be a play of it.
  if (played && album && !roles.includes('track')) {
    const title = columns.findIndex(
      (column, index) =>
        roles[index] === 'none' && fitOf(column.plain, 'album') === 'likely' && fits.track(column),
    )
    if (title >= 0) roles[title] = 'track'
  }
  if (!roles.includes('artist') && !roles.includes('album'))
    for (const [index, role] of guessNames(columns.filter(({ plain }) => !isOtherHeading(plain))))
      roles[columns.indexOf(index)] = role
  return roles
}

/** Guesses roles by the cells alone. */
export function guessRolesByCells(columns: readonly Column[]): ColumnRole[] {
  const roles = columns.map((): ColumnRole => 'none')
  const date = columns.findIndex((column) => share(column, isDay) >= 0.8)
  if (date >= 0) roles[date] = 'date'
  const rest = columns.filter((_, index) => index !== date)
  for (const [column, role] of guessNames(rest, hasMoments(columns[date])))
    roles[columns.indexOf(column)] = role
  if (!roles.includes('track')) {
    const rating = columns.findIndex(
      (column, index) =>
        roles[index] === 'none' &&
        !isCount(column) &&
        share(column, isRating) >= 0.8 &&
        share(column, (cell) => year.test(cell)) < 0.5,
    )
    if (rating >= 0) roles[rating] = 'rating'
  }
  return roles
}

/** Whether the cells count the rows, from 0 or 1 on. */
const isCount = ({ cells }: Column): boolean =>
  (cells[0] === '0' || cells[0] === '1') &&
  cells.every((cell, index) => Number(cell) === Number(cells[0]) + index)

/** The columns that can be artists and albums, in their usual order; of three in a history one holds the tracks. */
function guessNames(columns: readonly Column[], isHistory = false): [Column, ColumnRole][] {
  const named = columns.filter((column) => share(column, isLikelyName) >= 0.5 && share(column, isName) >= 0.8)
  if (named.length < 2) return []
  const [first, second, third] = named
  if (!isHistory || !third)
    return [
      [first!, 'artist'],
      [second!, 'album'],
    ]
  const variety = ({ cells }: Column) => new Set(cells).size
  const three = [first!, second!, third]
  const track = three.reduce((most, each) => (variety(each) >= variety(most) ? each : most))
  const [artist, album] = three.filter((each) => each !== track)
  return [
    [artist!, 'artist'],
    [album!, 'album'],
    [track, 'track'],
  ]
}

/** Whether the first row of a table names its columns. */
export function isHeader(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const isTyped = (cell: string) =>
    cell !== '' && (isDay(cell) || link.test(cell) || duration.test(cell) || numeric.test(cell))
  const headings = first.filter((cell) => isHeading(plainHeading(cell))).length
  const typed = first.filter((cell) => isTyped(cell.trim())).length
  if (first.some((cell) => isNameHeading(plainHeading(cell)))) return true
  // An album called 'Time' is no heading beside a moment.
  if (headings + typed > 0) return headings > typed
  if (first.some((cell) => isOtherHeading(plainHeading(cell)))) return true
  // A word above days or numbers names them.
  return first.some((_, index) => {
    const below = rows.map((row) => (row[index] ?? '').trim()).filter(Boolean)
    return below.length > 0 && below.every(isTyped)
  })
}
