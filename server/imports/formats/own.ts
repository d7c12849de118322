import type { RowKind, Scale } from '../../../shared/imports.ts'
import { invalid } from '../../lib/errors.ts'
import type { Cells } from '../reading/table.ts'
import type { ListedContent } from '../stored.ts'
import { damagedRow, type Draft, type Reading, type ReadOptions } from './draft.ts'
import { kindOfWord, levelOfWord, playsOfWords, splitTags } from './ownWords.ts'
import { isYes, makeOrderGuess, makeScaleGuess, readDay, readRating, readYear, withValues } from './values.ts'

// 'Download the rest' and the tables of 'Download my data' (docs/export.md), recognised by their headers.

/** `kind` is null if each row names its kind. */
type OwnTable = {
  kind: RowKind | null
  columns: readonly string[]
  isWhole?: boolean
  /** checks the rows, because tables of others can have the same columns */
  fits?: (rows: Row[]) => boolean
}

const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)

const tables: readonly OwnTable[] = [
  { kind: null, columns: ['Kind', 'Artist', 'Album', 'Rating (of 10)'] },
  // The rest as written by earlier versions for files that are not tables; ratings have the same scale.
  {
    kind: null,
    columns: ['Kind', 'Artist', 'Album', 'Date', 'Rating', 'Review', 'Tags', 'Relisten', 'Why'],
    isWhole: true,
  },
  { kind: 'listed', columns: ['List', 'Place', 'Artist', 'Album', 'Note'] },
  { kind: 'listening', columns: ['Artist', 'Album', 'Visible to'] },
  { kind: 'wish', columns: ['Place', 'Artist', 'Album', 'Added'], isWhole: true },
  {
    kind: 'heart',
    columns: ['Artist', 'Album', 'Added'],
    isWhole: true,
    fits: (rows) => rows.every((row) => isMoment(row('Added'))),
  },
  {
    kind: 'top',
    columns: ['Place', 'Artist', 'Album'],
    isWhole: true,
    fits: (rows) => rows.length <= 4 && rows.every((row, index) => Number(row('Place')) === index + 1),
  },
  { kind: 'follow', columns: ['Nickname', 'Since'], isWhole: true },
]
/** These tables cannot be imported, because their rows depend on the rest of the account. */
const forReading: readonly (readonly string[])[] = [
  ['List', 'Description', 'Ranked', 'Visible to', 'Albums', 'Made', 'Changed'],
  ['On', 'Title', 'By', 'Comment', 'Written'],
  ['Of', 'Title', 'By', 'Liked'],
]

type Row = (column: string) => string
type Known = { row: Row; cells: string[] }

const SAMPLE = 1_000
const plainName = (name: string) => name.trim().toLowerCase()

/** Null for any other table. @throws invalid for a table that cannot be imported */
export async function readOwn(
  header: readonly string[],
  open: () => AsyncGenerator<Cells>,
  { settings, now }: ReadOptions,
): Promise<Reading | null> {
  const names = header.map(plainName)
  const has = (columns: readonly string[], isWhole = false) =>
    columns.every((name) => names.includes(plainName(name))) &&
    (!isWhole || names.filter(Boolean).length === columns.length)
  if (forReading.some((columns) => has(columns, true))) throw invalid('imports.ownTable')
  const candidates = tables.filter(({ columns, isWhole }) => has(columns, isWhole))
  if (candidates.length === 0) return null

  const places = new Map(names.map((name, index) => [name, index]))
  async function* readRows(): AsyncGenerator<Known | null> {
    const table = open()
    await table.next()
    for await (const cells of table)
      yield cells && { cells, row: (column) => cells[places.get(plainName(column)) ?? -1] ?? '' }
  }
  const sample: Row[] = []
  // Tables of others can have the columns of our listenings, with ratings on another scale.
  const isForeign = candidates[0]!.kind === 'listening' && !has(['Relisten', 'Added'])
  const ratings = makeScaleGuess()
  for await (const each of readRows()) {
    if (each && sample.length < SAMPLE) sample.push(each.row)
    if (sample.length >= SAMPLE && !isForeign) break
    if (each && isForeign) ratings.add(each.row('Rating'))
  }
  const table = candidates.find(({ fits }) => fits?.(sample) ?? true)
  if (!table) return null

  const days = makeOrderGuess()
  for (const row of sample) days.add(dayOf(row, table.kind))
  const order = settings.dateOrder ?? days.order()
  const isScaleAsked = isForeign && ratings.scale() !== '5'
  const scale = isScaleAsked ? (settings.scale ?? ratings.scale()) : table.kind === 'listening' ? '5' : '10'
  const draftOf = makeDrafts(table, {
    scale,
    day: (text) => readDay(text, order, now),
    year: (text) => readYear(text, now),
  })
  async function* rows(): AsyncGenerator<Draft> {
    for await (const each of readRows()) yield each ? { ...draftOf(each.row), cells: each.cells } : damagedRow
  }
  // Only our own rows have a creation time: two listenings of one album on one day are then really two. In the rest of another
  // file, the second one is a duplicate, as it was in that file.
  const isOwn =
    table.kind !== null ||
    sample.some((row) => kindOfWord(row('Kind')) === 'listening' && row('Added') !== '')
  return {
    format: isOwn ? 'plak' : 'table',
    header: [...header],
    asks: { dateOrder: days.isOpen() ? order : null, scale: isScaleAsked ? scale : null },
    rows,
  }
}

const dayOf = (row: Row, kind: RowKind | null) => row('Date') || (kind === 'wish' ? row('Added') : '')

type Readers = {
  scale: Scale
  day: (text: string) => ReturnType<typeof readDay>
  year: (text: string) => number | null
}

function makeDrafts({ kind: tableKind }: OwnTable, { scale, day, year }: Readers) {
  const listed = makeLists()
  let tops = 0
  const topPlace = (row: Row) => (tops = wholeNumber(row('Place')) || tops + 1)
  return (row: Row): Omit<Draft, 'cells'> => {
    const word = row('Kind')
    const kind = tableKind ?? (word.trim() === '' ? 'listening' : kindOfWord(word))
    const [artist, album] = [row('Artist').trim(), row('Album').trim()]
    const named = artist && album ? { artist, album } : null
    if (!kind) return { kind: 'listening', named, problem: 'badRow' }
    const content = contentOf(row, kind, { listed, topPlace })
    const plays = kind === 'listening' ? playsOfWords(row('Plays')) : null
    const base = {
      kind,
      named: kind === 'follow' ? null : named,
      year: year(row('Year')),
      ...(plays && { heard: plays.heard }),
      content: { ...content, ...(plays && { heard: plays.content }) },
    }
    if (kind === 'follow' ? !content.nickname : content.list?.name === '')
      return { ...base, problem: 'badRow' }
    const date = day(dayOf(row, tableKind))
    const rating = readRating(row('Rating (of 10)') || row('Rating'), scale)
    return withValues(base, { date, rating })
  }
}

function contentOf(
  row: Row,
  kind: RowKind,
  { listed, topPlace }: { listed: ReturnType<typeof makeLists>; topPlace: (row: Row) => number },
): NonNullable<Draft['content']> {
  const addedAt = row('Added') || (kind === 'follow' ? row('Since') : '')
  const createdAt = isMoment(addedAt) ? { createdAt: addedAt } : {}
  const level = levelOfWord(row('Visible to'))
  const visibility = level && { visibility: level }
  if (kind === 'listed')
    return {
      list: listed(row, {
        description: row('Description'),
        ranked: isYes(row('Ranked')),
        ...visibility,
        ...createdAt,
      }),
    }
  if (kind === 'follow') return { nickname: row('Nickname').trim(), ...createdAt }
  if (kind === 'top') return { top: { place: topPlace(row), joins: true } }
  if (kind !== 'listening') return createdAt
  const review = row('Review')
  const tags = splitTags(row('Tags'))
  return {
    ...(review && { review }),
    ...(tags.length > 0 && { tags }),
    relisten: isYes(row('Relisten')),
    ...visibility,
    ...createdAt,
  }
}

/** 0 for anything but a number from 1 on. */
const wholeNumber = (cell: string) => Math.max(0, Math.trunc(Number(cell)) || 0)

/**
 * Identifies lists by name, list number and creation time. Without list numbers, a place that is already taken starts a new list.
 */
function makeLists() {
  const lists = new Map<string, { number: number; nth: number; places: Set<number>; last: number }>()
  const counts = new Map<string, number>()
  let next = 0
  return (row: Row, head: NonNullable<ListedContent['head']>): ListedContent => {
    const name = row('List').trim()
    const [listNumber, requestedPlace] = [wholeNumber(row('List number')), wholeNumber(row('Place'))]
    const key = JSON.stringify([name, listNumber, head.createdAt])
    let list = lists.get(key)
    if (!list || (listNumber === 0 && list.places.has(requestedPlace))) {
      const nth = listNumber || (counts.get(name) ?? 0) + 1
      counts.set(name, nth)
      list = { number: next++, nth, places: new Set(), last: 0 }
      lists.set(key, list)
    }
    const place = requestedPlace || list.last + 1
    list.places.add(place)
    list.last = place
    const { number, nth } = list
    return { number, name, nth, place, note: row('Note'), head, joins: true }
  }
}
