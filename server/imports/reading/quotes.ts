import { importLimits } from '../../../shared/imports.ts'
import { invalid } from '../../lib/errors.ts'

// Tables whose quotes are wrong become tables that every reader of CSV understands: quotes inside of a quoted cell are doubled,
// and a quote that is never closed ends with its line. What is right passes through unchanged.

const QUOTE = '"'
/** quotes in one cell that are neither doubled nor followed by a separator; with more the cell counts as never closed */
const MOST_BARE = 100

/** The separator of cells, and the line break: '\n' also for '\r\n'. */
type Signs = { delimiter: string; newline: '\n' | '\r' }
/** The end of a row that is complete. `text` is null if it cannot be told what its cells are. */
type Row = { text: string | null; end: number }
/** A cell that begins with a quote: what is in front of it in its row, and which one it is. */
type OpenCell = { text: string; open: number; cells: number }
/** The quote that closes a cell, and those before it that do not. 'more': the buffer ends too early. 'never': none does. */
type Closing = { end: number; bare: number[] } | 'more' | 'never'

const doubled = (cell: string) => cell.replace(/""?/g, '""')
const countCells = (line: string, delimiter: string) => line.replace(/"[^"]*"/g, '').split(delimiter).length

/**
 * Mends the quotes of a table, piece by piece. Yields text that ends with a row, and null for each row that is damaged beyond that.
 * @throws invalid for a row that is too long
 */
export async function* mended(text: AsyncIterable<string>, signs: Signs): AsyncGenerator<string | null> {
  const mender = makeMender(signs)
  for await (const chunk of text) yield* mender.take(chunk, false)
  yield* mender.take('', true)
}

function makeMender({ delimiter, newline }: Signs) {
  let buffer = ''
  let isLast = false
  /** cells of the first row; 0 before it is known */
  let width = 0
  /** the line that was looked for last, so that a long one is not searched for every cell */
  let line = { begin: 0, end: -1 }
  /** how far a long cell without bare quotes was looked through, so that the next piece goes on from there */
  let scanned = { open: -1, to: 0 }

  const isBlank = (at: number) => buffer[at] === ' ' || (buffer[at] === '\t' && delimiter !== '\t')
  function afterBlanks(from: number): number {
    let at = from
    while (isBlank(at)) at++
    return at
  }
  /** The end of the line of this place; -1 if it is not there yet. */
  function endOfLine(from: number): number {
    if (from < line.begin || from > line.end) {
      const found = buffer.indexOf(newline, from)
      line = { begin: from, end: found < 0 ? buffer.length : found }
    }
    return line.end < buffer.length || isLast ? line.end : -1
  }
  const isEndOfRow = (at: number) => at >= buffer.length || buffer[at] === '\n' || buffer[at] === '\r'

  /** Whether the line after the one of this place looks like a row of its own; null if it is not there yet. */
  function isRowNext(from: number): boolean | null {
    const begin = endOfLine(from) + 1
    const end = endOfLine(begin)
    if (begin === 0 || end < 0) return null
    return width > 1 && begin < buffer.length && countCells(buffer.slice(begin, end), delimiter) === width
  }

  function closingOf(open: number): Closing {
    const bare: number[] = []
    const first = endOfLine(open)
    for (let at = scanned.open === open ? scanned.to : open + 1; ;) {
      const quote = buffer.indexOf(QUOTE, at)
      if (quote < 0 && bare.length === 0) scanned = { open, to: at }
      if (quote < 0) return isLast || buffer.length - open > importLimits.row ? 'never' : 'more'
      if (quote + 1 >= buffer.length && !isLast) return 'more'
      if (buffer[quote + 1] === QUOTE) {
        at = quote + 2
        continue
      }
      const next = afterBlanks(quote + 1)
      if (next >= buffer.length && !isLast) return 'more'
      if (isEndOfRow(next) || buffer[next] === delimiter) return { end: quote, bare }
      if (bare.push(quote) > MOST_BARE) return 'never'
      if (first >= 0 && quote > first && bare.length === 1) {
        const isNext = isRowNext(open)
        if (isNext !== false) return isNext ? 'never' : 'more'
      }
      at = quote + 1
    }
  }

  /** The row that begins here; null if it is not complete yet. */
  function rowAt(begin: number): Row | null {
    let text = ''
    let copied = begin
    let cells = 1
    let isOdd = false
    let several: OpenCell | null = null
    for (let at = begin; ;) {
      const open = afterBlanks(at)
      if (buffer[open] === QUOTE) {
        const closing = closingOf(open)
        if (closing === 'more') return null
        // Papa Parse takes a quote for the beginning of a cell only if nothing is in front of it.
        text += buffer.slice(copied, at)
        copied = open
        if (closing === 'never') return openRow({ text, open, cells })
        for (const quote of closing.bare) {
          text += buffer.slice(copied, quote) + QUOTE
          copied = quote
          isOdd = true
        }
        const first = endOfLine(open)
        if (first >= 0 && first < closing.end) several ??= { text, open, cells }
        at = afterBlanks(closing.end + 1)
        text += buffer.slice(copied, closing.end + 1)
        copied = at
      } else {
        const first = endOfLine(at)
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
      const last = endOfLine(at)
      if (last < 0) return null
      if (width > 0 && cells !== width && several) {
        const isNext = isRowNext(several.open)
        if (isNext === null) return null
        if (isNext) return openRow(several)
      }
      const end = Math.min(last + 1, buffer.length)
      const isDamaged = isOdd && width > 0 && cells > width
      if (width === 0 && cells > 1) width = cells
      return { text: isDamaged ? null : text + buffer.slice(copied, end), end }
    }
  }

  /** A row with a quote that is never closed. It ends with its line, as its last cell or as if the quote were not there. */
  function openRow({ text, open, cells }: OpenCell): Row | null {
    const last = endOfLine(open)
    if (last < 0) return null
    const end = Math.min(last + 1, buffer.length)
    const rest = buffer.slice(open + 1, last).replace(/\r$/, '')
    if (cells === width) return { text: `${text}"${doubled(rest)}"${newline}`, end }
    const isRow = width === 0 || cells - 1 + rest.split(delimiter).length === width
    return { text: isRow ? `${text}${rest}${newline}` : null, end }
  }

  return {
    *take(chunk: string, isEnd: boolean): Generator<string | null> {
      buffer += chunk
      isLast = isEnd
      line = { begin: 0, end: -1 }
      let at = 0
      let text = ''
      while (at < buffer.length) {
        // Rows without quotes are passed on together, once the number of columns is known.
        const quote = width > 0 ? buffer.indexOf(QUOTE, at) : at
        const last = quote < 0 ? buffer.length : quote
        const begin = quote < 0 && isLast ? last : buffer.lastIndexOf(newline, last - 1) + 1
        if (begin > at) text += buffer.slice(at, begin)
        at = Math.max(at, begin)
        const row = quote < 0 ? null : rowAt(at)
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
      buffer = buffer.slice(at)
      scanned = { open: scanned.open - at, to: scanned.to - at }
      if (buffer.length > importLimits.row && !buffer.slice(0, importLimits.row).includes(newline))
        throw invalid('imports.rowTooLong')
    },
  }
}
