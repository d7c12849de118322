import { importLimits } from '../../../shared/limits.ts'
import { invalid } from '../../lib/errors.ts'

// Repairs the quotes of a table so that every CSV parser understands it: quotes inside a quoted cell are doubled, and a quote
// that is never closed ends with its line. Correct rows pass through unchanged.

const QUOTE = '"'
/**
 * maximum number of quotes in one cell that are neither doubled nor followed by a separator; with more, the cell counts as never
 * closed
 */
const MOST_BARE = 100

/** `newline` is '\n' also for '\r\n'. */
type Signs = { delimiter: string; newline: '\n' | '\r' }
type Table = Signs & {
  buffer: string
  isLast: boolean
  /** number of cells of the first row; 0 until it is known */
  width: number
  /** begin and end of the line that was found last, so that a long line is not searched again for every cell */
  begin: number
  end: number
  /** the quote of a long cell, and how far it was scanned, so that the next chunk continues from there */
  scanned: { open: number; to: number }
}
/** `text` is null if the cells of the row cannot be determined. */
type Row = { text: string | null; end: number }
/** `text`: the row before the cell; `cells`: the column, counted from 1. */
type OpenCell = { text: string; open: number; cells: number }
/** 'more': the buffer ends too early. 'never': no quote closes the cell. */
type Closing = { end: number; bare: number[] } | 'more' | 'never'

const doubleQuotes = (cell: string) => cell.replace(/""?/g, '""')
const countCells = (line: string, delimiter: string) => line.replace(/"[^"]*"/g, '').split(delimiter).length

/**
 * Yields text that ends with a complete row, and null for each row that cannot be repaired.
 * @throws invalid for a row that is too long
 */
export async function* mendQuotes(text: AsyncIterable<string>, signs: Signs): AsyncGenerator<string | null> {
  const nowhere = { begin: 0, end: -1, scanned: { open: -1, to: 0 } }
  const table: Table = { ...signs, buffer: '', isLast: false, width: 0, ...nowhere }
  for await (const chunk of text) yield* mendChunk(table, chunk)
  table.isLast = true
  yield* mendChunk(table, '')
}

function* mendChunk(table: Table, chunk: string): Generator<string | null> {
  table.buffer += chunk
  table.begin = 0
  table.end = -1
  const { buffer, isLast, newline } = table
  let at = 0
  let text = ''
  while (at < buffer.length) {
    // Rows without quotes are passed through together, once the number of columns is known.
    const quote = table.width > 0 ? buffer.indexOf(QUOTE, at) : at
    const last = quote < 0 ? buffer.length : quote
    const begin = quote < 0 && isLast ? last : buffer.lastIndexOf(newline, last - 1) + 1
    if (begin > at) text += buffer.slice(at, begin)
    at = Math.max(at, begin)
    const row = quote < 0 ? null : rowAt(table, at)
    if (!row) break
    at = row.end
    if (row.text !== null) text += row.text
    else {
      yield text
      yield null
      text = ''
    }
  }
  if (text !== '') yield text
  table.buffer = buffer.slice(at)
  table.scanned = { open: table.scanned.open - at, to: table.scanned.to - at }
  if (table.buffer.length > importLimits.row && !table.buffer.slice(0, importLimits.row).includes(newline))
    throw invalid('imports.rowTooLong')
}

function afterBlanks({ buffer, delimiter }: Table, from: number): number {
  let at = from
  while (buffer[at] === ' ' || (buffer[at] === '\t' && delimiter !== '\t')) at++
  return at
}

/** -1 if it is not in the buffer yet. */
function endOfLine(table: Table, from: number): number {
  const { buffer } = table
  if (from < table.begin || from > table.end) {
    const index = buffer.indexOf(table.newline, from)
    table.begin = from
    table.end = index < 0 ? buffer.length : index
  }
  return table.end < buffer.length || table.isLast ? table.end : -1
}

/** Null if the next line is not in the buffer yet. */
function isRowNext(table: Table, from: number): boolean | null {
  const { buffer, delimiter, width } = table
  const begin = endOfLine(table, from) + 1
  const end = endOfLine(table, begin)
  if (begin === 0 || end < 0) return null
  return width > 1 && begin < buffer.length && countCells(buffer.slice(begin, end), delimiter) === width
}

function toBeContinued(table: Table, open: number, to: number): 'more' {
  table.scanned = { open, to }
  return 'more'
}

function closingOf(table: Table, open: number): Closing {
  const { buffer, isLast, delimiter } = table
  const bare: number[] = []
  const first = endOfLine(table, open)
  for (let at = table.scanned.open === open ? table.scanned.to : open + 1; ;) {
    const quote = buffer.indexOf(QUOTE, at)
    if (quote < 0)
      return isLast || buffer.length - open > importLimits.row
        ? 'never'
        : toBeContinued(table, open, bare[0] ?? buffer.length)
    if (buffer[quote + 1] === QUOTE) {
      at = quote + 2
      continue
    }
    const next = afterBlanks(table, quote + 1)
    if (next >= buffer.length)
      return isLast ? { end: quote, bare } : toBeContinued(table, open, bare[0] ?? quote)
    const sign = buffer[next]
    if (sign === delimiter || sign === '\n' || sign === '\r') return { end: quote, bare }
    if (bare.push(quote) > MOST_BARE) return 'never'
    if (first >= 0 && quote > first && bare.length === 1) {
      const isNext = isRowNext(table, open)
      if (isNext !== false) return isNext ? 'never' : toBeContinued(table, open, bare[0] ?? quote)
    }
    at = quote + 1
  }
}

/** Null if the row is not complete yet. */
function rowAt(table: Table, begin: number): Row | null {
  const { buffer, delimiter } = table
  let text = ''
  let copied = begin
  let cells = 1
  let isOdd = false
  let several: OpenCell | null = null
  for (let at = begin; ;) {
    const open = afterBlanks(table, at)
    if (buffer[open] === QUOTE) {
      const closing = closingOf(table, open)
      if (closing === 'more') return null
      // Papa Parse recognises a quote as the beginning of a cell only if nothing precedes it.
      text += buffer.slice(copied, at)
      copied = open
      if (closing === 'never') return openRow(table, { text, open, cells })
      for (const quote of closing.bare) {
        text += buffer.slice(copied, quote) + QUOTE
        copied = quote
        isOdd = true
      }
      const first = endOfLine(table, open)
      if (first >= 0 && first < closing.end) several ??= { text, open, cells }
      at = afterBlanks(table, closing.end + 1)
      text += buffer.slice(copied, closing.end + 1)
      copied = at
    } else {
      const first = endOfLine(table, at)
      if (first < 0) return null
      const [cell] = buffer.slice(at, first).split(delimiter, 1)
      isOdd ||= cell!.includes(QUOTE)
      at += cell!.length
    }
    if (buffer[at] === delimiter) {
      if (++cells > importLimits.columns) throw invalid('imports.tooManyColumns')
      at++
      continue
    }
    const last = endOfLine(table, at)
    if (last < 0) return null
    const { width } = table
    if (width > 0 && cells !== width && several) {
      const isNext = isRowNext(table, several.open)
      if (isNext === null) return null
      if (isNext) return openRow(table, several)
    }
    const end = Math.min(last + 1, buffer.length)
    const isDamaged = isOdd && width > 0 && cells > width
    if (width === 0 && cells > 1) table.width = cells
    return { text: isDamaged ? null : text + buffer.slice(copied, end), end }
  }
}

/** Ends a row whose quote is never closed at the end of its line: as its last cell, or as if the quote were missing. */
function openRow(table: Table, { text, open, cells }: OpenCell): Row | null {
  const { buffer, newline, width, delimiter } = table
  const last = endOfLine(table, open)
  if (last < 0) return null
  const end = Math.min(last + 1, buffer.length)
  const rest = buffer.slice(open + 1, last).replace(/\r$/, '')
  if (cells === width) return { text: `${text}"${doubleQuotes(rest)}"${newline}`, end }
  const isRow = width === 0 || cells - 1 + rest.split(delimiter).length === width
  return { text: isRow ? `${text}${rest}${newline}` : null, end }
}
