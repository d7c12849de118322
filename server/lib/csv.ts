/** What a cell of a table holds. */
export type Cell = string | number | null

/** The mark by which spreadsheets know UTF-8; a file begins with it. */
export const csvMark = '\uFEFF'

/** A line of a table as RFC 4180 has it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: Cell): string {
  const text = value === null ? '' : String(value)
  // A spreadsheet takes what begins so for a formula, and would run it. One more ' is put before those that stand there already,
  // so that a reader which takes one away gets back what was written.
  const harmless = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  // Readers drop spaces around a cell, except within quotes.
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
