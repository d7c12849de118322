import type { AlbumCard } from '../../shared/catalog.ts'
import type { ImportAsks, ImportSettings, NotTaken } from '../../shared/imports.ts'
import type { Visibility } from '../../shared/visibility.ts'

/** Import.asks. `follows`: the existing users that the file follows. `notTaken` is missing in rows of earlier versions. */
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

export type RowContent = {
  /** names of a row that refers to no album */
  names?: { artist: string; album: string }
  review?: string
  tags?: string[]
  relisten?: boolean
  visibility?: Visibility
  createdAt?: string
  reviewedAt?: string
  /** the days are null if the file has no times */
  heard?: { first: string | null; last: string | null; tracks: number; plays: number }
  list?: ListedContent
  top?: TopContent
  nickname?: string
}

/** ImportAlbum.proposals. `groupId`: the release group of an album that has no row. */
export type StoredProposal = AlbumCard & { groupId?: string }

export const readProposals = (text: string | null): StoredProposal[] =>
  text === null ? [] : (JSON.parse(text) as StoredProposal[])

export type ListedContent = {
  /** identifies the list within the file */
  number: number
  name: string
  /** position among the file's lists of the same name, starting at 1 */
  nth: number
  place: number
  note: string
  /** set on the first row of a list, or on each of its rows */
  head?: ListHead
  /**
   * the album is added to the list if that exists: the row comes from the rest of an earlier import, or from one of our tables
   */
  joins?: true
  /** the version of the list after the album was added to an existing list */
  joined?: number
}

export type TopContent = {
  place: number
  /** see ListedContent */
  joins?: true
  /** JSON: all top albums after it was added */
  after?: string
}

export type ListHead = { description: string; ranked: boolean; visibility?: Visibility; createdAt?: string }

/** The current time if it is missing or in the future. */
export const momentIn = (text: string | undefined, now: Date): Date => {
  const moment = text === undefined ? now : new Date(text)
  return moment < now ? moment : now
}

export const readSettings = (text: string): ImportSettings => JSON.parse(text) as ImportSettings
