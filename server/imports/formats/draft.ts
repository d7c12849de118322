import type { ImportAsks, ImportFormat, ImportSettings, NotTaken, RowKind } from '../../../shared/imports.ts'
import type { Texts } from '../../../shared/texts.ts'
import type { RowContent } from '../stored.ts'

/** Artist and album as a file names them. */
export type Named = { artist: string; album: string }

/** A parsed row of a file, before anything is looked up. */
export type Draft = {
  kind: RowKind
  /** null for a row without an album */
  named: Named | null
  /** other possible names, likeliest first */
  others?: Named[]
  date?: string | null
  rating?: number
  content?: RowContent
  /** set for play histories: maximum number of tracks heard within a week */
  heard?: number
  /** cells of the file in the order of its header; stored for rows that cannot be read */
  cells: string[]
  /** the reason why it is left out, although it can be read */
  left?: keyof Texts['imports']['why']
  /** the reason why it cannot be read */
  problem?: keyof Texts['imports']['why']
}

/**
 * A recognised file: its format, its column names, its open questions, and its rows. Each call of `rows` reads the file from its
 * beginning.
 */
export type Reading = {
  format: ImportFormat
  header: string[]
  asks: Partial<ImportAsks>
  rows: () => AsyncGenerator<Draft>
  /** counts data in the file that is not imported; complete once all rows are read */
  notTaken?: () => NotTaken
}

export type ReadOptions = { settings: ImportSettings; now: Date }

/** The original texts of a row that cannot be read. */
type Raw = Partial<Record<'artist' | 'album' | 'date' | 'rating' | 'review', string>>

/** Columns of rows that cannot be read, in a file that is not a table. */
export const plainHeader = ['Artist', 'Album', 'Date', 'Rating', 'Review']

/** Creates a draft for a file that is not a table. */
export const plain = (
  draft: Omit<Draft, 'cells'>,
  { artist = '', album = '', date = '', rating = '', review = '' }: Raw = {},
): Draft => ({ ...draft, cells: [artist, album, date, rating, review] })

/** A row of a table whose cells cannot be determined. */
export const damagedRow: Draft = { kind: 'listening', named: null, cells: [], problem: 'badRow' }
