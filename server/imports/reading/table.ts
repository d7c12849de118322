import Papa from 'papaparse'
import { importLimits } from '../../../shared/limits.ts'
import { withoutPrefix } from '../../lib/csv.ts'
import { invalid } from '../../lib/errors.ts'
import { mendQuotes } from './quotes.ts'

/** Null for a damaged row. */
export type Cells = string[] | null

const delimiters = [',', ';', '\t', '|'] as const
/** maximum length of a cell: no name or review is that long, and patterns stay fast */
const CELL = 50_000
/** maximum number of title lines (a single filled cell) that are skipped before the header */
const MOST_TITLES = 5

/** Includes line breaks within quotes. Skips leading lines that hold only separators or spaces. */
export function firstRow(head: string): string {
  const begin = /^[\s,;|]*(?:\r?\n|\r)/.exec(head)?.[0].length ?? 0
  let isQuoted = false
  for (let at = begin; at < head.length; at++) {
    const sign = head[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) return head.slice(begin, at)
  }
  return head.slice(begin)
}

/** `skipped`: length of the prefix that declares the separator ('sep=;'). */
export function guessDelimiter(head: string, nth = 0): { delimiter: string; skipped: number } {
  const separatorLine = /^\s*"?sep=(.)"?(?:\r?\n|\r)/i.exec(head)
  if (separatorLine) return { delimiter: separatorLine[1]!, skipped: separatorLine[0].length }
  const line = firstRow(head)
  const signs = line.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((sign) => signs.split(sign).length)
  const maximum = Math.max(...counts)
  if (maximum > importLimits.columns) throw invalid('imports.tooManyColumns')
  // A title line does not show the separator of the table below it.
  const rest = head.slice(head.indexOf(line) + line.length).trimStart()
  if (maximum === 1 && rest !== '' && nth < MOST_TITLES)
    return { ...guessDelimiter(rest, nth + 1), skipped: 0 }
  return { delimiter: delimiters[counts.indexOf(maximum)]!, skipped: 0 }
}

/** Spreadsheets write ="007", and our exports put one ' before anything that a spreadsheet would execute. */
function cleanCell(cell: string): string {
  const cut = cell.slice(0, CELL).trim()
  return withoutPrefix(/^="(.*)"$/s.exec(cut)?.[1] ?? cut)
}

async function* without(text: AsyncIterable<string>, skipped: number): AsyncGenerator<string> {
  let skipCount = skipped
  for await (const chunk of text) {
    if (skipCount >= chunk.length) skipCount -= chunk.length
    else {
      yield skipCount > 0 ? chunk.slice(skipCount) : chunk
      skipCount = 0
    }
  }
}

/** Removes the spaces around quotes that RateYourMusic writes. @throws invalid for too many columns, or a row that is too long */
export async function* readTable(text: AsyncIterable<string>, head: string): AsyncGenerator<Cells> {
  const { delimiter, skipped } = guessDelimiter(head)
  const signs = { delimiter, newline: head.includes('\r') && !head.includes('\n') ? '\r' : '\n' } as const
  let titles = 0
  // Parsed in pieces: the next piece is read when the rows of the previous one are consumed.
  for await (const piece of mendQuotes(without(text, skipped), signs)) {
    if (piece === null) {
      yield null
      continue
    }
    for (const row of Papa.parse<string[]>(piece, { ...signs, skipEmptyLines: true }).data) {
      if (row.length > importLimits.columns) throw invalid('imports.tooManyColumns')
      const cells = row.map(cleanCell)
      const filled = cells.filter(Boolean).length
      if (filled === 0) continue
      if (filled === 1 && titles++ < MOST_TITLES) continue
      titles = MOST_TITLES
      yield cells
    }
  }
}
