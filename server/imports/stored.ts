import type { ImportAsks, ImportSettings, NotTaken } from '../../shared/imports.ts'
import type { Visibility } from '../../shared/visibility.ts'

// What stands as JSON in the rows of an import.

/**
 * Import.asks: what is asked, the names of the file's columns, the users that it follows and that exist here, and what is not taken
 * (not stored by earlier versions).
 */
export type StoredAsks = { asks: ImportAsks; header: string[]; follows: string[]; notTaken?: NotTaken }

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
  list?: ListedContent
  top?: TopContent
  nickname?: string
}

/** An album of a list. */
export type ListedContent = {
  /** tells the lists of a file apart */
  number: number
  name: string
  /** which of the lists of this name, from 1 on */
  nth: number
  place: number
  note: string
  /** of the first row of a list, or of each of its rows */
  head?: ListHead
  /** the album is added to the list if that exists already: the row is the rest of an earlier import, or of our tables */
  joins?: true
  /** the version that the list got when the album was added to it */
  joined?: number
}

/** An album on top of the profile. */
export type TopContent = {
  place: number
  /** the album is added to those that are there: see ListedContent */
  joins?: true
  /** JSON: all albums on top after it was added */
  after?: string
}

export type ListHead = { description: string; ranked: boolean; visibility?: Visibility; createdAt?: string }

export const readSettings = (text: string): ImportSettings => JSON.parse(text) as ImportSettings
