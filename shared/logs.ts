import { z } from 'zod'
import { albumCard, albumRef, type AlbumCard } from './catalog.ts'
import { limits } from './limits.ts'
import { count, cursorInput, liveInput, rowId, type Page } from './page.ts'
import { texts } from './texts.ts'
import { nicknameInput, userCard } from './users.ts'
import { writtenText } from './written.ts'

/** A calendar day of the person, 'YYYY-MM-DD', without any time zone. That it is not in the future is asked of the clock. */
export const calendarDay = z.iso
  .date(texts.logs.dateInvalid)
  .refine((day) => day >= '1900-01-01', texts.logs.datePast)

/** A rating in half stars: 0 = none, 10 = five stars. */
const rating = z
  .number(texts.logs.ratingInvalid)
  .int(texts.logs.ratingInvalid)
  .min(0, texts.logs.ratingInvalid)
  .max(limits.rating, texts.logs.ratingInvalid)

/**
 * What is left out stays as it is; in a new log it means no rating, no review, no heart, and as its day `today`: the
 * person's own, where their calendar is ahead of UTC or behind it.
 */
export const saveLogInput = albumRef.extend({
  rating: rating.optional(),
  review: writtenText(limits.review).optional(),
  date: calendarDay.optional(),
  today: calendarDay.optional(),
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
export type AlbumState = { log: OwnLog | null; favorite: boolean; listenLater: boolean }

/** Of how many albums the states are given at once. */
export const statesInput = z.object({ albums: z.array(albumRef).max(limits.cardStates) })

/** What a card says of the viewer and its album; `rated` means stars or a text, which removing the log would take away. */
export type CardState = { favorite: boolean; listenLater: boolean; listened: boolean; rated: boolean }

/**
 * Names the wanted state. `date` is the person's own today, for a log that is made. A log with stars or a text is only
 * removed `evenIfRated`.
 */
export const setListenedInput = albumRef.extend({
  listened: z.boolean(),
  date: calendarDay.optional(),
  evenIfRated: z.boolean().optional(),
})
export type SetListenedInput = z.infer<typeof setListenedInput>

/**
 * The reviews of an album, newest or most liked first; `cursor` is the `next` of the page before, in the same order.
 * The review `first` stands before all others, whatever the order.
 */
export const reviewsInput = albumRef.extend({
  cursor: cursorInput,
  sort: z.enum(['newest', 'liked']).default('newest'),
  first: rowId.optional(),
})

export const liveReviewsInput = albumRef.extend(liveInput.shape)

/** A log as others see it. Of two states of one log the higher version is the newer. */
export const logEntry = z.strictObject({
  /** the log's id */
  id: rowId,
  version: z.int(),
  user: userCard,
  album: albumCard,
  rating,
  favorite: z.boolean(),
  date: z.iso.date(),
})

/** A log with a text, as the album page shows it. */
export const review = logEntry.extend({
  review: z.string(),
  /** when the text was first written, ISO; the newest stand first by it */
  createdAt: z.iso.datetime(),
  likeCount: count,
  commentCount: count,
})
export type Review = z.infer<typeof review>

/** A review with what the viewer has to do with it; an event, which is everybody's, does not say that. */
export type SeenReview = Review & { liked: boolean }

/** `live` is where the live reviews go on from: nothing that happens after this page was read is missed. */
export type ReviewPage = Page<SeenReview> & { live: string }

export const removeLogInput = z.object({ id: rowId })

/** Names the wanted state, so that a retry or a double click never flips it back. */
export const likeInput = z.object({ id: rowId, liked: z.boolean() })

/** A tab of a person's profile; `cursor` is the `next` of the page before. */
export const shelfInput = nicknameInput.extend({ cursor: cursorInput })
export type ShelfInput = z.infer<typeof shelfInput>

/** A log as its author's listened albums and diary show it. */
export type ShelfEntry = { id: number; album: AlbumCard; rating: number; favorite: boolean; date: string }

/**
 * What everybody's ratings of an album say: their number, their average in stars to one decimal (null without any),
 * and how many gave half a star, one star, … five stars.
 */
export type RatingStats = { count: number; average: number | null; histogram: number[] }
