/** A name in another language or spelling; a plain text is a name without a language. */
export type AliasDescription =
  | string
  | { name: string; locale?: string | null; primary?: boolean; type?: string | null }

export type ArtistDescription = {
  name: string
  disambiguation?: string
  aliases?: AliasDescription[]
  /** 'Person' or 'Group' */
  type?: string | null
  country?: string | null
  sortName?: string
  begin?: string | null
  tags?: Tag[]
  listeners?: number
  id?: string
  /** ids that were merged into this artist */
  formerIds?: string[]
}

export type CreditDescription = {
  /** the name as printed on the release */
  name: string
  joinphrase?: string
  /** the artist's main name */
  artist: string
  /** tells artists of one name apart */
  disambiguation?: string
  aliases?: AliasDescription[]
}

export type Tag = { name: string; count: number }

export type TrackDescription = { title: string; seconds: number | null; artist?: string }

export type ReleaseDescription = {
  title: string
  /** '', a year, a month or a day */
  date?: string
  country?: string | null
  status?: string | null
  /** 'CD', '2×CD', '12" Vinyl'; null if unknown */
  format?: string | null
  disambiguation?: string
  tracks?: TrackDescription[]
  /** a hidden track before the first */
  pregap?: string
  /** a track that is not audio, at the end */
  dataTrack?: string
  hasFront?: boolean
  darkened?: boolean
  id?: string
}

export type GroupDescription = {
  /** the source of the group's id */
  key?: string
  artistCredit: CreditDescription[]
  title: string
  firstReleaseDate: string
  primaryType: string | null
  secondaryTypes?: string[]
  aliases?: AliasDescription[]
  /** titles of the editions, in addition to `releases` */
  releaseTitles?: string[]
  disambiguation?: string
  tags?: Tag[]
  tracks?: TrackDescription[]
  releases?: ReleaseDescription[]
  listeners?: number
  hasCover?: boolean
  id?: string
  /** ids that were merged into this group */
  formerIds?: string[]
}

/** The release groups that the stand-ins know, and more about their artists. */
export type WorldDescription = {
  groups: readonly GroupDescription[]
  artists?: readonly ArtistDescription[]
}
