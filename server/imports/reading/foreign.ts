import type { TextId } from '../../../shared/texts.ts'

// Files that hold no table or JSON, by their first bytes or by the names in a zip. Each message tells the user what to do.

const byBytes: [at: number, bytes: string, id: TextId][] = [
  [0, '%PDF', 'imports.files.document'],
  [0, '{\\rtf', 'imports.files.document'],
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'imports.files.excel'],
  [0, '\x89PNG', 'imports.files.picture'],
  [0, '\xff\xd8\xff', 'imports.files.picture'],
  [0, 'GIF8', 'imports.files.picture'],
  [0, 'II*\0', 'imports.files.picture'],
  [0, 'MM\0*', 'imports.files.picture'],
  [8, 'WEBP', 'imports.files.picture'],
  [4, 'ftypheic', 'imports.files.picture'],
  [4, 'ftypmif1', 'imports.files.picture'],
  [4, 'ftypavif', 'imports.files.picture'],
  [4, 'ftyp', 'imports.files.media'],
  [8, 'WAVE', 'imports.files.media'],
  [0, 'ID3\x03', 'imports.files.media'],
  [0, 'ID3\x04', 'imports.files.media'],
  [0, '\xff\xfb', 'imports.files.media'],
  [0, 'fLaC', 'imports.files.media'],
  [0, 'OggS', 'imports.files.media'],
  [0, '\x1f\x8b', 'imports.files.archive'],
  [0, 'Rar!', 'imports.files.archive'],
  [0, '7z\xbc\xaf\x27\x1c', 'imports.files.archive'],
  [4, '1AY&SY', 'imports.files.archive'],
  [0, '\xfd7zXZ\0', 'imports.files.archive'],
  [0, '\x28\xb5\x2f\xfd', 'imports.files.archive'],
  [257, 'ustar', 'imports.files.archive'],
  [0, 'SQLite format 3', 'imports.files.database'],
]

/** Null if the file can be text. */
export function foreignBytes(head: Uint8Array): TextId | null {
  const signs = Buffer.from(head.subarray(0, 300)).toString('latin1')
  return byBytes.find(([at, bytes]) => signs.startsWith(bytes, at))?.[2] ?? null
}

/** Null if the text can be a table or JSON. */
export function foreignText(head: string): TextId | null {
  const begin = head.slice(0, 2_000).trimStart()
  if (/^(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(begin))
    return 'imports.files.webPage'
  return /^<\?xml|^<!doctype/i.test(begin) ? 'imports.files.xml' : null
}

const byNames: [name: RegExp, id: TextId][] = [
  [/^xl\/|\.xlsx?$/i, 'imports.files.excel'],
  [/^Index\/Document\.iwa$|^Index\.zip$|\.numbers(?:\/|$)/i, 'imports.files.numbers'],
  [/^word\/|\.(?:docx?|pdf|odt|rtf|pages)$/i, 'imports.files.document'],
  [/^content\.xml$|\.ods$/i, 'imports.files.spreadsheet'],
  [/\.(?:zip|gz|rar|7z|tar)$/i, 'imports.files.zipInZip'],
  [/\.html?$/i, 'imports.files.webPage'],
  [/\.(?:jpe?g|png|gif|webp|heic|bmp|tiff?|svg)$/i, 'imports.files.pictures'],
]

export const foreignZip = (names: readonly string[]): TextId =>
  byNames.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? 'imports.files.zipOfOthers'
