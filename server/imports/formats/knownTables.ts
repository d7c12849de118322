import type { Cells } from '../reading/table.ts'
import { damagedRow, type Draft, type Named, type ReadOptions } from './draft.ts'
import {
  BAD,
  decodeEntities,
  readDay,
  readRating,
  readYear,
  withTitle,
  withoutMarks,
  withValues,
} from './values.ts'

type Row = (name: string) => string
type KnownTable = (row: Row, options: ReadOptions) => Omit<Draft, 'cells'>

const common = { kind: 'listening', date: null } as const
export const namedOrNull = (names: Named): Named | null => (names.artist && names.album ? names : null)

/** RateYourMusic: artist names split for sorting, HTML entities, BBCode; listenings have no day. */
const rateYourMusic: KnownTable = (row, { now }) => {
  const cell = (name: string) => decodeEntities(row(name)).trim()
  const joinCells = (first: string, last: string) => [cell(first), cell(last)].filter(Boolean).join(' ')
  const album = cell('Title')
  const artist = joinCells('First Name', 'Last Name')
  const local = joinCells('First Name localized', 'Last Name localized')
  const others = [local, ...(cell('First Name') ? [] : [cell('Last Name')])]
    .filter(Boolean)
    .map((name) => ({ artist: name, album }))
  const named = namedOrNull({ artist, album })
  const rating = readRating(cell('Rating'), '10')
  if (rating === BAD) return { ...common, named, problem: 'badRating' }
  const review = withoutMarks(withTitle(cell('Review Title'), cell('Review'))).trim()
  const isWish = cell('Ownership') === 'w' && rating === 0 && review === ''
  return {
    ...common,
    kind: isWish ? 'wish' : 'listening',
    named,
    others,
    year: readYear(cell('Release_Date'), now),
    rating,
    content: review ? { review } : {},
  }
}

/** Album of the Year: ratings from 0 to 100, each with its day. */
const albumOfTheYear: KnownTable = (row, { now }) => {
  const named = namedOrNull({ artist: decodeEntities(row('Artist')), album: decodeEntities(row('Album')) })
  const date = readDay(row('Date Rated'), 'monthFirst', now)
  const rating = readRating(row('Rating'), '100')
  return withValues({ ...common, named, year: readYear(row('Year'), now) }, { date, rating })
}

const has = (header: readonly string[], names: readonly string[]) =>
  names.every((name) => header.includes(name))

export function knownTable(header: readonly string[]): {
  format: 'rateYourMusic' | 'albumOfTheYear'
  draft: KnownTable
} | null {
  if (header[0] === 'RYM Album') return { format: 'rateYourMusic', draft: rateYourMusic }
  if (has(header, ['Artist', 'Album', 'Year', 'Type', 'Rating', 'Date Rated']))
    return { format: 'albumOfTheYear', draft: albumOfTheYear }
  return null
}

export async function* readKnown(
  table: AsyncGenerator<Cells>,
  header: readonly string[],
  draft: KnownTable,
  options: ReadOptions,
): AsyncGenerator<Draft> {
  const places = new Map(header.map((name, index) => [name, index]))
  await table.next()
  for await (const cells of table)
    yield cells ? { ...draft((name) => cells[places.get(name) ?? -1] ?? '', options), cells } : damagedRow
}
