import { lastLogDay, utcDay } from '../../../shared/days.ts'
import { importLimits, type ColumnRole, type ImportAsks } from '../../../shared/imports.ts'
import { makeDayIn } from '../../../shared/timeZones.ts'
import { DomainError, invalid } from '../../lib/errors.ts'
import type { Cells } from '../reading/table.ts'
import {
  guessRoles,
  guessRolesByCells,
  hasMoments,
  hasWallMoments,
  isHeader,
  makeColumns,
  type Column,
} from './columns.ts'
import type { Draft, Reading, ReadOptions } from './draft.ts'
import { readPlays } from './histories.ts'
import { readKind, type WrittenKind } from './kinds.ts'
import { readMoment } from './moments.ts'
import type { Play } from './plays.ts'
import { BAD, isYes, readDay, readRating, splitTags } from './values.ts'

// A table of unknown origin: what each column is, is guessed from its name and its cells, and can be changed.

/** rows that decide whether the first one is a header */
const FIRST_ROWS = 50
/** example rows */
const SHOWN = 3

type Open = () => AsyncGenerator<Cells>
type Survey = { hasHeader: boolean; columns: Column[]; examples: string[][] }

/** Reads a table once, to know what its columns hold. @throws invalid for too many rows */
async function survey(open: Open): Promise<Survey> {
  const first: string[][] = []
  let found: (Survey & { add: (row: readonly string[]) => void }) | null = null
  const begin = () => {
    const [top = [], ...rows] = first
    const hasHeader = isHeader(top, rows)
    const gathered = makeColumns(hasHeader ? top : top.map(() => ''))
    const data = hasHeader ? rows : first
    data.forEach((row) => gathered.add(row))
    return { hasHeader, examples: data.slice(0, SHOWN), ...gathered }
  }
  let count = 0
  try {
    for await (const cells of open()) {
      if (++count > importLimits.rows + 1) throw invalid('imports.tooManyRows')
      if (!cells) continue
      if (found) found.add(cells)
      else if (first.push(cells) > FIRST_ROWS) found = begin()
    }
  } catch (error) {
    // The rows before the one that is too long are read first.
    if (!(error instanceof DomainError) || error.id !== 'imports.rowTooLong') throw error
  }
  return found ?? begin()
}

/** Reads a table by what its columns are, chosen or guessed; the scale, the order of its days and the time zone, too. */
export async function readUnknown(open: Open, options: ReadOptions): Promise<Reading> {
  const { settings, now } = options
  const { hasHeader, columns, examples } = await survey(open)
  const guessed = hasHeader ? guessRoles(columns) : guessRolesByCells(columns)
  const roles = columns.map((_, index) => settings.columns?.[index] ?? guessed[index]!)
  // Of two columns of one role the first counts.
  const places = Object.fromEntries(
    roles.map((role, index) => [role, index] as const).toReversed(),
  ) as Partial<Record<ColumnRole, number>>
  const columnOf = (role: ColumnRole): Column | undefined => columns[places[role] ?? -1]
  const [ratings, days] = [columnOf('rating'), columnOf('date')]
  const scale = settings.scale ?? ratings?.scale.scale() ?? '5'
  const dateOrder = settings.dateOrder ?? days?.order.order() ?? 'dayFirst'
  const isTimed = hasMoments(days)
  const timeZone = isTimed && !hasWallMoments(days!, dateOrder) ? (settings.timeZone ?? 'UTC') : null
  const asks: Partial<ImportAsks> = {
    scale: ratings?.scale.isAsked() ? scale : null,
    dateOrder: days?.order.isOpen() ? dateOrder : null,
    timeZone,
    columns: columns.map(({ heading }, index) => ({
      name: heading,
      role: roles[index]!,
      sample: examples.map((row) => (row[index] ?? '').slice(0, 100)),
    })),
  }
  const dayIn = makeDayIn(timeZone ?? 'UTC')
  const isHistory = (['artist', 'album', 'track'] as const).every((role) => roles.includes(role))

  const cellsOf = (cells: readonly string[]) => (role: ColumnRole) => (cells[places[role] ?? -1] ?? '').trim()
  type Cell = ReturnType<typeof cellsOf>

  const kinds = columnOf('kind')
  function kindOf(cell: Cell): WrittenKind | null {
    return kinds ? readKind(cell('kind'), kinds.plain) : 'listening'
  }

  function dayOf(text: string): ReturnType<typeof readDay> {
    const moment = isTimed ? readMoment(text, dateOrder, now) : null
    if (!moment?.hasTime) return readDay(text, dateOrder, now)
    const date = new Date(moment.at * 1_000)
    const day = moment.isWall ? utcDay(date) : dayIn(date)
    return day <= lastLogDay(now) ? day : BAD
  }

  function draftOf(cells: string[]): Draft {
    const cell = cellsOf(cells)
    const [artist, album] = [cell('artist'), cell('album')]
    const named = artist && album ? { artist, album } : null
    const base = { kind: 'listening', named, cells } as const
    const kind = kindOf(cell)
    if (!kind) return { ...base, problem: 'badKind' }
    if (kind === 'track' || kind === 'other') return { ...base, left: 'notAlbum' }
    const date = dayOf(cell('date'))
    if (date === BAD) return { ...base, problem: 'badDate' }
    const rating = readRating(cell('rating'), scale)
    if (rating === BAD) return { ...base, date, problem: 'badRating' }
    // An album with a rating was heard, whatever else is wished of it.
    if (kind === 'heart' || (kind === 'wish' && rating === 0)) return { ...base, kind, date }
    const [review, tags] = [cell('review'), splitTags(cell('tags'))]
    const content = {
      ...(review && { review }),
      ...(tags.length > 0 && { tags }),
      relisten: isYes(cell('relisten')),
    }
    return { ...base, date: kind === 'begun' ? null : date, rating, content }
  }

  async function* rows(): AsyncGenerator<string[] | null> {
    const table = open()
    if (hasHeader) await table.next()
    yield* table
  }

  async function* drafts(): AsyncGenerator<Draft> {
    for await (const cells of rows()) {
      if (!cells) {
        yield damaged
        continue
      }
      const draft = draftOf(cells)
      yield draft
      const cell = cellsOf(cells)
      const isLoved = isYes(cell('favorite')) || kindOf(cell) === 'loved'
      if (draft.named && isLoved) yield { kind: 'heart', named: draft.named, cells }
    }
  }

  /** A row of a history is a play, or an album by itself. */
  function playOf(cells: string[]): Play | Draft {
    const cell = cellsOf(cells)
    const [artist, album, track] = [cell('artist'), cell('album'), cell('track')]
    const kind = kindOf(cell)
    if (kind === 'album') {
      const name = album || track
      return { kind: 'listening', named: artist && name ? { artist, album: name } : null, cells }
    }
    const content = { names: { artist, album: track || album } }
    const base = { kind: 'listening', named: null, content, cells } as const
    if (!kind) return { ...base, problem: 'badKind' }
    const isPlay = kind === 'listening' || kind === 'begun' || (kind === 'track' && days?.filled)
    if (!isPlay) return { ...base, left: 'notAlbum' }
    if (!days?.filled) return { artist, album, track, at: null }
    const moment = readMoment(cell('date'), dateOrder, now)
    const isUnreadable = moment === null && cell('date') !== ''
    return isUnreadable ? { ...base, problem: 'badDate' } : { artist, album, track, at: moment?.at ?? NaN }
  }

  async function* plays(): AsyncGenerator<Play | Draft> {
    for await (const cells of rows()) yield cells ? playOf(cells) : damaged
  }

  const header = columns.map(({ heading }) => heading)
  if (!isHistory) return { format: 'table', header, asks, rows: drafts }
  const { rows: albums } = readPlays('table', { now, settings: { timeZone: timeZone ?? 'UTC' } }, plays)
  return { format: 'table', header, asks, rows: albums }
}

const damaged: Draft = { kind: 'listening', named: null, cells: [], problem: 'badRow' }
