import { z } from 'zod'
import { albumRef, type AlbumCard } from './catalog.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { cursorInput } from './page.ts'
import type { UserCard } from './users.ts'

const DAY = 24 * 60 * 60 * 1000

/** The calendar day of a moment in UTC, as 'YYYY-MM-DD'. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The last day that a log may carry: tomorrow in UTC, which is today somewhere on Earth. */
export const lastLogDay = (now: Date): string => utcDay(new Date(now.getTime() + DAY))

/** A calendar day of the person, 'YYYY-MM-DD', without any time zone. That it is not in the future is asked of the clock. */
export const calendarDay = z.iso.date(messages.logs.dateInvalid).refine((day) => day >= '1900-01-01', messages.logs.datePast)

/** A rating in half stars: 0 = none, 10 = five stars. */
export const rating = z
  .number(messages.logs.ratingInvalid)
  .int(messages.logs.ratingInvalid)
  .min(0, messages.logs.ratingInvalid)
  .max(limits.rating, messages.logs.ratingInvalid)

/** What is left out stays as it is; in a new log it means no rating, no review, today, no heart. */
export const saveLogInput = albumRef.extend({
  rating: rating.optional(),
  review: z.string().trim().max(limits.review, messages.tooLong(limits.review)).optional(),
  date: calendarDay.optional(),
  favorite: z.boolean().optional(),
})
export type SaveLogInput = z.infer<typeof saveLogInput>

/** A person's own log of an album. */
export type OwnLog = {
  id: number
  rating: number
  review: string
  date: string
  favorite: boolean
  createdAt: string
  updatedAt: string
}

/** What a person's own relation to an album is; the dialog opens with it. */
export type AlbumState = { log: OwnLog | null; favorite: boolean }

export const reviewsInput = albumRef.extend({ cursor: cursorInput })

/** A log with a text, as the album page shows it. */
export type Review = {
  id: number
  version: number
  user: UserCard
  album: AlbumCard
  rating: number
  favorite: boolean
  review: string
  date: string
  createdAt: string
}

export const removeLogInput = z.object({ id: z.number().int().positive().max(2 ** 31 - 1) })
