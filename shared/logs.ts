import { z } from 'zod'
import { albumCard, albumRef, decadeInput, type AlbumCard } from './catalog.ts'
import { limits } from './limits.ts'
import type { TakenOff } from './listenLater.ts'
import type { Mentioned } from './mentions.ts'
import { mentioned } from './mentionSchema.ts'
import { count, cursorInput, liveInput, rowId, type Page, pageLimit } from './page.ts'
import { submission } from './submission.ts'
import { tagsInput } from './tags.ts'
import { texts } from './texts.ts'
import { nicknameInput, userCard } from './users.ts'
import { visibility, type Visibility } from './visibility.ts'
import { writtenText } from './written.ts'

/** The user's own day, without a time zone. The server checks separately that it is not in the future. */
export const calendarDay = z.iso
  .date(texts.logs.dateInvalid)
  .refine((day) => day >= '1900-01-01', texts.logs.datePast)

/** Half stars: 0 = none, 10 = five stars. */
const rating = z
  .number(texts.logs.ratingInvalid)
  .int(texts.logs.ratingInvalid)
  .min(0, texts.logs.ratingInvalid)
  .max(limits.rating, texts.logs.ratingInvalid)

/**
 * Fields of a listening. Omitted fields keep their value. In a new listening they default to no rating, no review, no tags, no
 * heart and the user's default level, and the day defaults to `today`: the current day in the user's time zone, which can
 * differ from UTC. The day null means that it is not known.
 */
const listening = albumRef.extend({
  rating: rating.optional(),
  review: writtenText(limits.review).optional(),
  date: calendarDay.nullable().optional(),
  today: calendarDay.optional(),
  favorite: z.boolean().optional(),
  relisten: z.boolean().optional(),
  visibility: visibility.optional(),
  tags: tagsInput.optional(),
})

/**
 * Updates the listening with this id, or the newest one of the album, or creates the first one. `version` is the one that the
 * editor loaded; the call fails if it is no longer current.
 */
export const saveLogInput = listening.extend({
  id: rowId.optional(),
  version: z.int().positive().optional(),
  submission: submission.optional(),
})
export type SaveLogInput = z.infer<typeof saveLogInput>

/** Creates another listening. */
export const addLogInput = listening.extend({ submission })
export type AddLogInput = z.infer<typeof addLogInput>

export type OwnLog = {
  id: number
  version: number
  rating: number
  review: string
  date: string | null
  relisten: boolean
  visibility: Visibility
  /** hidden by a moderator: nobody else can see it, whatever its level */
  hidden: boolean
  tags: string[]
  favorite: boolean
  createdAt: string
  updatedAt: string
}

/** A saved listening; `takenOff`: the album's place in Listen later, if creating the listening by hand removed it there. */
export type SavedLog = OwnLog & { takenOff?: TakenOff }

/** Without an id: the newest listening of the album. */
export const mineInput = albumRef.extend({ id: rowId.optional() })

export type AlbumState = {
  log: OwnLog | null
  favorite: boolean
  listenLater: boolean
  listens: number
  defaultVisibility: Visibility
}

/** The default user is the viewer. */
export const listensInput = albumRef.extend({
  nickname: nicknameInput.shape.nickname.optional(),
  cursor: cursorInput,
  limit: pageLimit,
})

export type Listen = {
  id: number
  version: number
  rating: number
  review: string | null
  date: string | null
  relisten: boolean
  tags: string[]
  /** null for everybody but its owner */
  visibility: Visibility | null
  hidden: boolean
  createdAt: string
  mentions?: Mentioned[]
}

export type RatedListen = Pick<Listen, 'id' | 'rating' | 'date'>

/** Everything that is deleted with an album: all its listenings and the things attached to them. */
export type Holdings = { listens: number; reviews: number; likes: number; comments: number }

export const statesInput = z.object({ albums: z.array(albumRef).max(limits.cardStates) })

/**
 * The viewer's state of an album in a card. `rated` means that removing
 * the listening deletes stars, a text, tags, or a second listening.
 */
export type CardState = { favorite: boolean; listenLater: boolean; listened: boolean; rated: boolean }

/**
 * Contains the wanted state. `date` is the user's current day, for a listening that is created. Several listenings, or one with
 * stars, a text, tags, likes or comments, are only deleted with `evenIfRated`.
 */
export const setListenedInput = albumRef.extend({
  listened: z.boolean(),
  date: calendarDay.optional(),
  evenIfRated: z.boolean().optional(),
  submission: submission.optional(),
})
export type SetListenedInput = z.infer<typeof setListenedInput>

export type ListenedSet = Pick<CardState, 'listened' | 'rated'> & { takenOff?: TakenOff }

/**
 * The reviews of an album, newest or most liked first; `cursor` is the `next` of the previous page in the same order. The
 * review `first` precedes all others in either order.
 */
export const reviewsInput = albumRef.extend({
  cursor: cursorInput,
  limit: pageLimit,
  sort: z.enum(['newest', 'liked']).default('newest'),
  first: rowId.optional(),
})

export const liveReviewsInput = albumRef.extend(liveInput.shape)

/** The newer one of two states of a log has the higher version. */
export const logEntry = z.strictObject({
  id: rowId,
  version: z.int(),
  user: userCard,
  album: albumCard,
  rating,
  favorite: z.boolean(),
  date: z.iso.date().nullable(),
  relisten: z.boolean(),
  mentions: z.array(mentioned).optional(),
  tags: z.array(z.string()),
})

export const review = logEntry.extend({
  review: z.string(),
  /** when the text was first written, ISO; reviews are sorted newest first by it */
  createdAt: z.iso.datetime(),
  likeCount: count,
  commentCount: count,
})
export type Review = z.infer<typeof review>

/** Adds the number of its author's listenings that the viewer can see and, only for its author, the level. */
export type SeenReview = Review & {
  liked: boolean
  listens: number
  visibility: Visibility | null
  hidden: boolean
  muted?: boolean
}

export type ReviewPage = Page<SeenReview> & { live: string }

export const removeLogInput = z.object({ id: rowId })

export const likeInput = z.object({ id: rowId, liked: z.boolean() })

export const shelfInput = nicknameInput.extend({ cursor: cursorInput, limit: pageLimit })
export type ShelfInput = z.infer<typeof shelfInput>

/** Albums of a profile: the latest first by default, or the newest release first; of all years by default, or of a decade. */
const shelved = z.object({ sort: z.literal('date').optional(), decade: decadeInput.optional() })
export type Shelved = z.infer<typeof shelved>
export const albumShelfInput = shelfInput.extend(shelved.shape)
export type AlbumShelfInput = z.infer<typeof albumShelfInput>

/**
 * A listening in its author's diary; or, among the listened albums, the
 * newest one that the viewer can see, with the album's rating as they see it.
 */
export type ShelfEntry = Pick<
  Listen,
  'id' | 'rating' | 'date' | 'relisten' | 'tags' | 'visibility' | 'hidden'
> & {
  album: AlbumCard
  favorite: boolean
}
export type DiaryEntry = ShelfEntry & { date: string }

/**
 * Statistics of all ratings of an album: their number, their average in stars to one decimal (null without any), and the number
 * of ratings with half a star, one star, … five stars.
 */
export type RatingStats = { count: number; average: number | null; histogram: number[] }
