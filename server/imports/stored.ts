import type { ImportAsks, ImportSettings } from '../../shared/imports.ts'
import type { Visibility } from '../../shared/visibility.ts'

// What stands as JSON in the rows of an import.

/** Import.asks: what is asked, what the file's columns are called, for 'Download the rest', and whom it follows that is here. */
export type StoredAsks = { asks: ImportAsks; header: string[]; follows: string[] }

export const nothingAsked: StoredAsks = {
  asks: {
    scale: null,
    dateOrder: null,
    encoding: null,
    timeZone: null,
    columns: null,
    visibility: null,
    wishes: null,
    follows: null,
  },
  header: [],
  follows: [],
}

/** ImportRow.content. */
export type RowContent = {
  /** of a row that leads to no album: what it names */
  names?: { artist: string; album: string }
  review?: string
  tags?: string[]
  relisten?: boolean
  visibility?: Visibility
  createdAt?: string
  reviewedAt?: string
  /** of a history; the days are null if the file has no times */
  heard?: { first: string | null; last: string | null; tracks: number; plays: number }
  /** `head` is in the first row of a list */
  list?: {
    number: number
    name: string
    /** which of the lists of this name, from 1 on */ nth: number
    place: number
    note: string
    head?: ListHead
  }
  nickname?: string
}
type ListHead = { description: string; ranked: boolean; visibility?: Visibility; createdAt?: string }

export const readSettings = (text: string): ImportSettings => JSON.parse(text) as ImportSettings
