export type Cell = string | number | null

/** Byte order mark at the start of the file, by which spreadsheets recognize UTF-8. */
export const csvMark = '\uFEFF'

/** Format: RFC 4180. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

// A spreadsheet would run a cell with such a beginning as a formula. The prefix ' prevents that; it is also added to existing
// leading 's, so that a reader which removes one ' gets back the original text.
const FORMULA = /^'*[=+\-@\t\r]/

function cellOf(value: Cell): string {
  const text = value === null ? '' : String(value)
  const harmless = FORMULA.test(text) ? `'${text}` : text
  // Readers drop spaces around a cell, except within quotes.
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const withoutPrefix = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
