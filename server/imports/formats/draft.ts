import type { ImportAsks, ImportFormat, ImportSettings, RowKind } from '../../../shared/imports.ts'
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
}

export type ReadOptions = { settings: ImportSettings; now: Date }

/** The columns of what is no table itself, in 'Download the rest'. */
export const plainHeader = ['Kind', 'Artist', 'Album', 'Date', 'Rating', 'Review', 'Tags', 'Relisten']

/** The cells of a draft under these columns. */
const plainCells = ({ kind, named, date, rating, content }: Omit<Draft, 'cells'>): string[] => [
  kind,
  named?.artist ?? content?.nickname ?? '',
  named?.album ?? '',
  date ?? '',
  rating ? String(rating) : '',
  content?.review ?? '',
  (content?.tags ?? []).join(', '),
  content?.relisten ? 'yes' : '',
]

/** A draft of what is no table. */
export const plain = (draft: Omit<Draft, 'cells'>): Draft => ({ ...draft, cells: plainCells(draft) })
