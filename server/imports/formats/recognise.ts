import type { Encoding } from '../../../shared/imports.ts'
import { importLimits } from '../../../shared/limits.ts'
import { invalid } from '../../lib/errors.ts'
import type { Source, TextPart } from '../reading/source.ts'
import { firstRow, guessDelimiter, readTable } from '../reading/table.ts'
import { musicboard, plak } from './diaries.ts'
import { isDiscogs, readDiscogs } from './discogs.ts'
import type { Reading, ReadOptions } from './draft.ts'
import { isHeader } from './guessedColumns.ts'
import { plainHeading } from './headings.ts'
import { lastfmJson, lastfmTable, listenBrainz, spotifyAccount, spotifyHistory } from './histories.ts'
import { knownTable, readKnown } from './knownTables.ts'
import { neodbTables } from './neodb.ts'
import { neodbLines } from './neodbLines.ts'
import { readOwn } from './own.ts'
import { recogniseTables, joinReadings } from './several.ts'
import { readUnknown } from './table.ts'

// Detects the format by content only, because people rename their downloads.

const begins = ({ head }: TextPart) => head.trimStart()
const isPlak = (part: TextPart) => /^\{[^[]*"format"\s*:\s*"plak-export"/.test(begins(part))
const isHistory = (part: TextPart) =>
  begins(part).startsWith('[') && part.head.includes('"master_metadata_track_name"')
const isAccount = (part: TextPart) =>
  begins(part).startsWith('[') && /"endTime"/.test(part.head) && /"msPlayed"/.test(part.head)
const isLibrary = (part: TextPart) =>
  /^\{\s*"(tracks|albums|shows|episodes|artists|bannedTracks)"\s*:\s*\[/.test(begins(part)) &&
  part.head.includes('"spotify:')
const isPlaylists = (part: TextPart) => /^\{\s*"playlists"\s*:\s*\[/.test(begins(part))
const isListens = (part: TextPart) =>
  /^[[{]/.test(begins(part)) && /"track_metadata"/.test(part.head) && /"listened_at"/.test(part.head)
const isLastfm = (part: TextPart) =>
  (/^\{\s*"recenttracks"\s*:/.test(begins(part)) ||
    (begins(part).startsWith('[') && /"track"\s*:\s*[[{]/.test(part.head))) &&
  /"#text"|"uts"/.test(part.head)
const isBoard = (part: TextPart) =>
  /^\[\s*\{/.test(begins(part)) && /"title"\s*:/.test(part.head) && /"(artist|score)"\s*:/.test(part.head)
const hasName = (name: RegExp) => (part: TextPart) => name.test(part.name)

/** @throws invalid for an unknown format */
export async function recognise({ parts }: Source, options: ReadOptions): Promise<Reading> {
  const plakPart = parts.find(isPlak)
  if (plakPart) return plak(plakPart)
  const history = parts.filter(isHistory)
  if (history.length > 0) return spotifyHistory(history, options)
  const account = parts.filter((part) => isAccount(part) || isLibrary(part))
  if (account.length > 0)
    return spotifyAccount({ parts: account, playlistParts: parts.filter(isPlaylists) }, options)
  const journal = parts.find(
    (part) =>
      begins(part).startsWith('{') && part.head.includes('"neodb_version"') && !hasName(/catalog/)(part),
  )
  const catalog = parts.find(hasName(/(^|\/)catalog\.ndjson$/))
  if (journal && catalog) return neodbLines(journal, catalog, options)
  const listens = parts.filter(isListens)
  if (listens.length > 0)
    return listenBrainz({ listens, opinions: parts.filter(hasName(/(^|\/)feedback\.jsonl$/)) }, options)
  const neodb = neodbTables({ parts }, options)
  if (neodb) return neodb
  const lastfm = parts.filter(isLastfm)
  if (lastfm.length > 0) return joinReadings(lastfm.map((part) => lastfmJson(part, options)))
  const boards = parts.filter(isBoard)
  if (boards.length > 0)
    return joinReadings(await Promise.all(boards.map((part) => musicboard(part, options))))
  if (parts.some(hasName(/TechnicalLogInformation/i))) throw invalid('imports.technicalLog')
  const tables = parts.filter((part) => !/^[[{<%]/.test(begins(part)) && !/\.pdf$/i.test(part.name))
  return await recogniseTables(tables, (part) => recogniseTable(part, options))
}

const benjamins = /^(?:\d{1,2} [A-Z][a-z]{2} \d{4},? \d\d:\d\d)?$/

async function recogniseTable(part: TextPart, options: ReadOptions): Promise<Reading> {
  const { head } = part
  const { skipped } = guessDelimiter(head)
  const line = firstRow(head.slice(skipped))
  if (line.length > importLimits.row) throw invalid('imports.rowTooLong')
  const open = () => readTable(part.text(), head)
  const header = await firstOf(open())
  if (header.length < 2)
    throw invalid(
      line.length >= head.length - skipped && line.length > 100_000
        ? 'imports.rowTooLong'
        : 'imports.unknownFile',
    )
  const encoding = await checkedEncoding(part, open)
  const read = await readerOf({ part, header, open }, options)
  return { ...read, asks: { ...read.asks, encoding } }
}

type Opened = { part: TextPart; header: string[]; open: () => ReturnType<typeof readTable> }

async function readerOf({ part, header, open }: Opened, options: ReadOptions): Promise<Reading> {
  const ownReading = await readOwn(header, open, options)
  if (ownReading) return ownReading
  const isGhan = header[0] === 'uts' && header.includes('artist') && header.includes('album')
  const isBenjamin =
    header.length === 4 &&
    benjamins.test(header[3]!) &&
    (header[3] !== '' || part.head.split('\n').length > 1)
  if (isGhan || (isBenjamin && !isHeader(header, []))) return lastfmTable(part, options, isGhan)
  refuseOthers(header)
  if (isDiscogs(header)) return readDiscogs(open, header, options)
  const table = knownTable(header)
  if (!table) return await readUnknown(open, options)
  const rows = () => readKnown(open(), header, table.draft, options)
  return { format: table.format, header, asks: {}, rows }
}

/** @throws invalid for too many rows, before the first one is written */
async function checkedEncoding(part: TextPart, open: () => ReturnType<typeof readTable>): Promise<Encoding> {
  const { encoding, lines } = await part.judged()
  if (lines <= importLimits.rows) return encoding
  let count = 0
  // The header and the rows.
  for await (const _ of open()) if (++count > importLimits.rows + 1) throw invalid('imports.tooManyRows')
  return encoding
}

async function firstOf(table: ReturnType<typeof readTable>): Promise<string[]> {
  for await (const cells of table) return cells ?? []
  return []
}

const films = ['letterboxd uri', 'letterboxduri', 'tmdbid', 'imdbid', 'imdb id', 'imdb rating', 'directors']
const books = ['isbn', 'isbn13', 'isbn uid', 'book id', 'openlibrary key']

function refuseOthers(header: readonly string[]): void {
  const names = new Set(header.map(plainHeading))
  const has = (each: readonly string[]) => each.some((name) => names.has(name))
  if (has(films)) throw invalid('imports.films')
  if (has(books)) throw invalid('imports.books')
  if (names.has('listing id')) throw invalid('imports.inventory')
}
