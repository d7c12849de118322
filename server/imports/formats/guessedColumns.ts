import type { ColumnRole } from '../../../shared/imports.ts'
import {
  duration,
  fits,
  hasMoments,
  isDay,
  isLikelyName,
  isName,
  isRating,
  link,
  numeric,
  share,
  year,
  type Column,
} from './evidence.ts'
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
import { isKindHeading } from './kinds.ts'

const canBeUnread = new Set<NamedRole>(['date', 'rating'])

const needsCells = new Set<NamedRole>(['artist', 'album', 'track', 'kind'])

type Candidate = { role: NamedRole; index: number; rank: number; filled: number }

/** Likeliest first: by heading and cells, then by the number of filled cells; an album artist before a track artist. */
function candidatesOf(columns: readonly Column[]): Candidate[] {
  const candidates: Candidate[] = []
  const hasRows = columns.some(({ filled }) => filled > 0)
  for (const [index, column] of columns.entries())
    for (const role of namedRoles) {
      const fit =
        fitOf(column.plain, role) ?? (role === 'kind' && isKindHeading(column.plain) ? 'sure' : null)
      if (!fit) continue
      const isFit = column.filled === 0 ? !(hasRows && needsCells.has(role)) : fits[role](column)
      if (!isFit && !(canBeUnread.has(role) && isPlainlyNamed(column.plain, role))) continue
      const rank = column.filled === 0 ? 0 : !isFit ? 1 : { sure: 4, likely: 3, partly: 2 }[fit]
      candidates.push({ role, index, rank, filled: column.filled })
    }
  const isAlbumArtist = ({ index }: Candidate) => /^album ?artist/.test(columns[index]!.plain)
  return candidates.sort(
    (one, other) =>
      other.rank - one.rank ||
      other.filled - one.filled ||
      Number(isAlbumArtist(other)) - Number(isAlbumArtist(one)) ||
      one.index - other.index,
  )
}

/** Each role is assigned to at most one column. */
export function guessRoles(columns: readonly Column[]): ColumnRole[] {
  const roles = columns.map((): ColumnRole => 'none')
  for (const { role, index } of candidatesOf(columns))
    if (roles[index] === 'none' && !roles.includes(role)) roles[index] = role
  if (!roles.includes('track')) {
    const title = titleOfPlays(columns, roles)
    if (title >= 0) roles[title] = 'track'
  }
  if (!roles.includes('artist') && !roles.includes('album'))
    for (const [index, role] of guessNames(columns.filter(({ plain }) => !isOtherHeading(plain))))
      roles[columns.indexOf(index)] = role
  return roles
}

/**
 * A column in addition to the album's. Rows with a day and a rating or a review need not be plays. -1 if there is none.
 */
function titleOfPlays(columns: readonly Column[], roles: readonly ColumnRole[]): number {
  const columnOf = (role: ColumnRole): Column | undefined => columns[roles.indexOf(role)]
  const [album, days] = [columnOf('album'), columnOf('date')]
  if (!album || !days?.filled) return -1
  const isDiary = Boolean(columnOf('rating')?.filled || columnOf('review')?.filled)
  if (isDiary && !hasMoments(days)) return -1
  const isTitle = (column: Column) =>
    fitOf(column.plain, 'album') === 'likely' &&
    fits.track(column) &&
    column.filled * 20 >= album.filled * 19 &&
    column.cells.filter((cell, index) => cell === album.cells[index]).length * 2 < column.cells.length
  return columns.findIndex((column, index) => roles[index] === 'none' && isTitle(column))
}

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

const isCount = ({ cells }: Column): boolean =>
  (cells[0] === '0' || cells[0] === '1') &&
  cells.every((cell, index) => Number(cell) === Number(cells[0]) + index)

/** In a history with three such columns, the one with the most different cells holds the tracks. */
function guessNames(columns: readonly Column[], isHistory = false): [Column, ColumnRole][] {
  const nameColumns = columns.filter(
    (column) => share(column, isLikelyName) >= 0.5 && share(column, isName) >= 0.8,
  )
  if (nameColumns.length < 2) return []
  const [first, second, third] = nameColumns
  if (!isHistory || !third)
    return [
      [first!, 'artist'],
      [second!, 'album'],
    ]
  const variety = ({ cells }: Column) => new Set(cells).size
  const candidates = [first!, second!, third]
  const track = candidates.reduce((best, each) => (variety(each) >= variety(best) ? each : best))
  const [artist, album] = candidates.filter((each) => each !== track)
  return [
    [artist!, 'artist'],
    [album!, 'album'],
    [track, 'track'],
  ]
}

const FIRST_ROWS = 5

export function isHeader(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const isTyped = (cell: string) =>
    cell !== '' && (isDay(cell) || link.test(cell) || duration.test(cell) || numeric.test(cell))
  const headings = first.filter((cell) => isHeading(plainHeading(cell))).length
  const typed = first.filter((cell) => isTyped(cell.trim())).length
  if (first.some((cell) => isNameHeading(plainHeading(cell)))) return true
  // An album called 'Time' next to a timestamp is not a heading.
  if (headings + typed > 0) return headings > typed
  if (first.some((cell) => isOtherHeading(plainHeading(cell)))) return true
  // A word above days or numbers is a heading.
  return first.some((_, index) => {
    const below = rows
      .slice(0, FIRST_ROWS)
      .map((row) => (row[index] ?? '').trim())
      .filter(Boolean)
    return below.length > 0 && below.every(isTyped)
  })
}
