import { parse, type CsvError } from 'csv-parse'
import { importLimits } from '../../../shared/imports.ts'
import { invalid } from '../../lib/errors.ts'

/** A row of a table; null for one that is damaged. */
export type Cells = string[] | null

const delimiters = [',', ';', '\t'] as const

/** The first line of a text, up to so many letters, with the line breaks within quotes. */
export function firstRow(head: string): string {
  let isQuoted = false
  for (let at = 0; at < head.length; at++) {
    const sign = head[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) return head.slice(0, at)
  }
  return head
}

/** The separator of cells, and the length of the prefix that declares it ('sep=;'). */
export function guessDelimiter(head: string): { delimiter: string; skipped: number } {
  const named = /^sep=(.)\r?\n/i.exec(head)
  if (named) return { delimiter: named[1]!, skipped: named[0].length }
  const line = firstRow(head).replace(/"[^"]*"/g, '')
  const counts = delimiters.map((sign) => line.split(sign).length)
  const most = Math.max(...counts)
  if (most > importLimits.columns) throw invalid('imports.tooManyColumns')
  return { delimiter: delimiters[counts.indexOf(most)]!, skipped: 0 }
}

/** A cell as it is meant: spreadsheets write ="007", and we put one ' before what they would run. */
function cleanCell(cell: string): string {
  const text = /^="(.*)"$/s.exec(cell)?.[1] ?? cell
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

async function* without(text: AsyncIterable<string>, skipped: number): AsyncGenerator<string> {
  let left = skipped
  for await (const chunk of text) {
    if (left >= chunk.length) left -= chunk.length
    else {
      yield left > 0 ? chunk.slice(left) : chunk
      left = 0
    }
  }
}

/**
 * The rows of a table, its header first. Spaces around the quotes go, which RateYourMusic writes.
 * @throws invalid for too many columns, or a row that is too long
 */
export async function* readTable(text: AsyncIterable<string>, head: string): AsyncGenerator<Cells> {
  const { delimiter, skipped } = guessDelimiter(head)
  const damaged: CsvError[] = []
  const parser = parse({
    delimiter,
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: importLimits.row,
  })
  parser.on('skip', (error: CsvError) => damaged.push(error))
  let failure: Error | undefined
  parser.on('error', (error) => (failure ??= error))
  const isTooLong = () => damaged.some(({ code }) => code === 'CSV_MAX_RECORD_SIZE')
  function* rowsOf(cells: string[]): Generator<Cells> {
    if (isTooLong()) throw invalid('imports.rowTooLong')
    for (const _ of damaged.splice(0)) yield null
    if (cells.length > importLimits.columns) throw invalid('imports.tooManyColumns')
    if (cells.some((cell) => cell !== '')) yield cells.map(cleanCell)
  }
  try {
    // Piece by piece: nothing is read on until the rows of a piece are taken.
    for await (const piece of without(text, skipped)) {
      parser.write(piece)
      for (let cells; (cells = parser.read() as string[] | null);) yield* rowsOf(cells)
      if (failure) throw failure
    }
    parser.end()
    for await (const cells of parser) yield* rowsOf(cells as string[])
    if (isTooLong()) throw invalid('imports.rowTooLong')
    for (const _ of damaged) yield null
  } catch (error) {
    throw (error as CsvError).code === 'CSV_MAX_RECORD_SIZE' ? invalid('imports.rowTooLong') : error
  } finally {
    parser.destroy()
  }
}
