import type { ExportedAlbum } from '../../../shared/exportFile.ts'
import type { ImportAsks, ImportFormat, ImportSettings, NotTaken, RowKind } from '../../../shared/imports.ts'
import type { Texts } from '../../../shared/texts.ts'
import type { RowContent } from '../stored.ts'

export type Named = { artist: string; album: string }

export type Draft = {
  kind: RowKind
  named: Named | null
  /** other possible names, likeliest first */
  others?: Named[]
  /** of the first release, which decides between albums of the same names */
  year?: number | null
  date?: string | null
  rating?: number
  content?: RowContent
  /** set for play histories: maximum number of tracks heard within a week */
  heard?: number
  /** cells of the file in the order of its header; stored for rows that cannot be read */
  cells: string[]
  /** the reason why it is left out, although it can be read */
  left?: keyof Texts['imports']['why']
  problem?: keyof Texts['imports']['why']
}

/** Each call of `rows` reads the file from its beginning. */
export type Reading = {
  format: ImportFormat
  header: string[]
  asks: Partial<ImportAsks>
  rows: () => AsyncGenerator<Draft>
  /** albums that the user had added elsewhere; complete once all rows are read */
  albums?: () => ExportedAlbum[]
  /** counts data in the file that is not imported; complete once all rows are read */
  notTaken?: () => NotTaken
}

export type ReadOptions = {
  settings: ImportSettings
  now: Date
  /** returns which of these names several known albums have; without it, none */
  haveNamesakes?: (names: readonly Named[]) => Promise<boolean[]>
}

type Raw = Partial<Record<'artist' | 'album' | 'date' | 'rating' | 'review', string>>

export const plainHeader = ['Artist', 'Album', 'Date', 'Rating', 'Review']

export const plain = (
  draft: Omit<Draft, 'cells'>,
  { artist = '', album = '', date = '', rating = '', review = '' }: Raw = {},
): Draft => ({ ...draft, cells: [artist, album, date, rating, review] })

/** Leaves out what the file does not have. */
export const counted = (counts: NotTaken): NotTaken =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

export const damagedRow: Draft = { kind: 'listening', named: null, cells: [], problem: 'badRow' }
