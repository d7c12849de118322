import type { ImportAsks, ImportFormat, ImportSettings, NotTaken, RowKind } from '../../../shared/imports.ts'
import type { Texts } from '../../../shared/texts.ts'
import type { RowContent } from '../stored.ts'

/** An album as a file names it. */
export type Named = { artist: string; album: string }

/** A row of a file as its format understands it, before anything is looked up. */
export type Draft = {
  kind: RowKind
  /** null for a row that names no album */
  named: Named | null
  /** other names that may be meant, the likeliest first */
  others?: Named[]
  date?: string | null
  rating?: number
  content?: RowContent
  /** of a history of plays: tracks heard within a week */
  heard?: number
  /** of the file, under its header: those of a row that cannot be read are kept */
  cells: string[]
  /** why it is left out, though it can be read */
  left?: keyof Texts['imports']['why']
  /** why it cannot be read */
  problem?: keyof Texts['imports']['why']
}

/** How a file is read: what it is, what its columns are called, what it leaves open, and its rows. */
export type Reading = {
  format: ImportFormat
  header: string[]
  asks: Partial<ImportAsks>
  rows: () => AsyncGenerator<Draft>
  /** counts what the file holds and an import does not take; known when all rows are read */
  notTaken?: () => NotTaken
}

export type ReadOptions = { settings: ImportSettings; now: Date }

/** The texts of a row that cannot be read, as the file has them. */
type Raw = Partial<Record<'artist' | 'album' | 'date' | 'rating' | 'review', string>>

/** The columns of the rows that cannot be read, of a file that is not a table. */
export const plainHeader = ['Artist', 'Album', 'Date', 'Rating', 'Review']

/** A draft of a file that is not a table. */
export const plain = (
  draft: Omit<Draft, 'cells'>,
  { artist = '', album = '', date = '', rating = '', review = '' }: Raw = {},
): Draft => ({ ...draft, cells: [artist, album, date, rating, review] })
