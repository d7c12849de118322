import { importLimits } from '../../../shared/imports.ts'
import { invalid } from '../../lib/errors.ts'

// Repairs the quotes of a table so that every CSV parser understands it: quotes inside a quoted cell are doubled, and a quote
// that is never closed ends with its line. Correct rows pass through unchanged.

const QUOTE = '"'
/**
 * maximum number of quotes in one cell that are neither doubled nor followed by a separator; with more, the cell counts as never
 * closed
 */
const MOST_BARE = 100

/** The separator of cells, and the line break: '\n' also for '\r\n'. */
type Signs = { delimiter: string; newline: '\n' | '\r' }
/** A complete row and the position of its end. `text` is null if its cells cannot be determined. */
type Row = { text: string | null; end: number }
/** A cell that begins with a quote: the text of its row before it, its position, and its column, counted from 1. */
type OpenCell = { text: string; open: number; cells: number }
/**
 * The quote that closes a cell, and the bare quotes before it. 'more': the buffer ends too early. 'never': no quote closes it.
 */
type Closing = { end: number; bare: number[] } | 'more' | 'never'

const doubled = (cell: string) => cell.replace(/""?/g, '""')
const countCells = (line: string, delimiter: string) => line.replace(/"[^"]*"/g, '').split(delimiter).length

/**
 * Repairs the quotes of a table in pieces. Yields text that ends with a complete row, and null for each row that cannot be
 * repaired.
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
  /** number of cells of the first row; 0 until it is known */
  let width = 0
  /** the line that was found last, so that a long line is not searched again for every cell */
  let line = { begin: 0, end: -1 }
  /** how far a long cell without bare quotes was scanned, so that the next chunk continues from there */
  let scanned = { open: -1, to: 0 }

  const isBlank = (at: number) => buffer[at] === ' ' || (buffer[at] === '\t' && delimiter !== '\t')
  function afterBlanks(from: number): number {
    let at = from
    while (isBlank(at)) at++
    return at
  }
  /** Position of the line's end; -1 if it is not in the buffer yet. */
  function endOfLine(from: number): number {
    if (from < line.begin || from > line.end) {
      const found = buffer.indexOf(newline, from)
      line = { begin: from, end: found < 0 ? buffer.length : found }
    }
    return line.end < buffer.length || isLast ? line.end : -1
  }
  const isEndOfRow = (at: number) => at >= buffer.length || buffer[at] === '\n' || buffer[at] === '\r'

  /** True if the next line looks like a complete row; null if it is not in the buffer yet. */
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

  /** Reads the row that begins here; null if it is not complete yet. */
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
        // Papa Parse recognises a quote as the beginning of a cell only if nothing precedes it.
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

  /** Ends a row whose quote is never closed at the end of its line: as its last cell, or as if the quote were missing. */
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
        // Rows without quotes are passed through together, once the number of columns is known.
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
