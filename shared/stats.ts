import { z } from 'zod'
import type { AlbumCard } from './catalog.ts'
import { calendarDay } from './logs.ts'
import { nicknameInput } from './users.ts'

/** `today` is the reader's own day, as when a listening is saved; UTC's without it. */
export const statsInput = nicknameInput.extend({ today: calendarDay.optional() })
export type StatsInput = z.output<typeof statsInput>
export const yearInput = statsInput.extend({ year: z.number() })
export type YearInput = z.output<typeof yearInput>

/** '2026-11' */
export type MonthCount = { month: string; listens: number }
export type DayCount = { day: string; listens: number }
type TopArtist = { artist: string; listens: number; albums: number }
export type ReturnedAlbum = { album: AlbumCard; listens: number }
export type DatedAlbum = { album: AlbumCard; date: string }

/** Totals of the listenings that a reader sees: of all, or of a year. */
type Totals = {
  listens: number
  albums: number
  artists: number
  /** albums with a rating, each counted once; `average` is in stars */
  rated: number
  average: number | null
  months: MonthCount[]
  returned: ReturnedAlbum[]
  topArtists: TopArtist[]
}

export type Stats = Totals & {
  /** 53 weeks; days without a listening are left out */
  calendar: DayCount[]
  /** albums by half stars, from half a star to five stars */
  ratings: number[]
  genres: { genre: string; listens: number; albums: number }[]
  /** null is unknown, and comes last */
  decades: { decade: number | null; listens: number; albums: number }[]
  streak: { days: number; from: string; to: string } | null
  first: DatedAlbum | null
  latest: DatedAlbum | null
  /** the newest first */
  years: { year: number; listens: number }[]
}

export type YearStats = Totals & {
  year: number
  /** the year of `today` */
  soFar: boolean
  best: { album: AlbumCard; rating: number }[]
  discoveries: { artist: string; listens: number }[]
  mosaic: AlbumCard[]
  /** the nearest years that exist for the reader */
  previous: number | null
  next: number | null
}
