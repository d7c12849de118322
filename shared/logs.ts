import { z } from 'zod'
import { albumCard, albumRef, type AlbumCard } from './catalog.ts'
import { limits } from './limits.ts'
import type { TakenOff } from './listenLater.ts'
import { mentioned } from './mentioned.ts'
import { count, cursorInput, liveInput, rowId, type Page } from './page.ts'
import { tagsInput } from './tags.ts'
import { texts } from './texts.ts'
import { nicknameInput, userCard } from './users.ts'
import { visibility, type Visibility } from './visibility.ts'
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
 * What a person says of a listening. What is left out stays as it is; in a new one it means no rating, no review, no tags, no heart, the
 * person's default level, and as its day `today`: the person's own, where their calendar is ahead of UTC or behind it. The
 * day null is that of a listening whose day is not known.
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
 * Changes the listening with this id, or the newest of the album, or makes the first one. `version` is the one that the
 * editor began with; another one by now is refused.
 */
export const saveLogInput = listening.extend({
  id: rowId.optional(),
  version: z.int().positive().optional(),
})
export type SaveLogInput = z.infer<typeof saveLogInput>

/** One more listening. `submission` is the client's own id of it: a retry makes no second one. */
export const addLogInput = listening.extend({ submission: z.uuid() })
export type AddLogInput = z.infer<typeof addLogInput>

/** A person's own listening of an album. */
export type OwnLog = {
  id: number
  version: number
  rating: number
  review: string
  date: string | null
  relisten: boolean
  /** the level that its owner has chosen */
  visibility: Visibility
  /** a moderator hides it: nobody else sees it, whatever its level */
  hidden: boolean
  tags: string[]
  /** of the album */
  favorite: boolean
  createdAt: string
  updatedAt: string
}

/** A listening that was saved; `takenOff`: where the album stood in Listen later, if making it by hand took it off. */
export type SavedLog = OwnLog & { takenOff?: TakenOff }

/** The viewer's newest listening of an album, or the one with this id. */
export const mineInput = albumRef.extend({ id: rowId.optional() })

/** What a person's own relation to an album is: their newest listening, or the one that was asked for, and how many there are. */
export type AlbumState = {
  log: OwnLog | null
  favorite: boolean
  listenLater: boolean
  listens: number
  /** the level of a new listening by default */
  defaultVisibility: Visibility
}

/** The listenings of an album by a person, the viewer by default. */
export const listensInput = albumRef.extend({
  nickname: nicknameInput.shape.nickname.optional(),
  cursor: cursorInput,
})

/** A listening among others of the same album. */
export type Listen = {
  id: number
  version: number
  rating: number
  review: string | null
  date: string | null
  relisten: boolean
  tags: string[]
  /** null to everybody but its owner */
  visibility: Visibility | null
  /** by a moderator; its owner alone sees one that is */
  hidden: boolean
  createdAt: string
}

/** A rated listening; `date` is null where its day is not known. */
export type RatedListen = Pick<Listen, 'id' | 'rating' | 'date'>

/** What goes when an album is no longer listened to: all its listenings with what hangs on them. */
export type Holdings = { listens: number; reviews: number; likes: number; comments: number }

/** Of how many albums the states are given at once. */
export const statesInput = z.object({ albums: z.array(albumRef).max(limits.cardStates) })

/**
 * What a card says of the viewer and its album; `rated` means that taking the mark off takes away more than that: stars, a
 * text, tags, or a second listening.
 */
export type CardState = { favorite: boolean; listenLater: boolean; listened: boolean; rated: boolean }

/**
 * Names the wanted state. `date` is the person's own today, for a listening that is made. More than one listening, and one with
 * stars, a text, tags, likes or comments, are only removed `evenIfRated`.
 */
export const setListenedInput = albumRef.extend({
  listened: z.boolean(),
  date: calendarDay.optional(),
  evenIfRated: z.boolean().optional(),
})
export type SetListenedInput = z.infer<typeof setListenedInput>

/** The answer; `takenOff` as in a SavedLog. */
export type ListenedSet = Pick<CardState, 'listened' | 'rated'> & { takenOff?: TakenOff }

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
  date: z.iso.date().nullable(),
  relisten: z.boolean(),
  /** the people whom the review mentions; left out if there are none */
  mentions: z.array(mentioned).optional(),
  tags: z.array(z.string()),
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

/**
 * A review with what the viewer has to do with it, how many listenings of the album by its author they may see, and, to its
 * author alone, its level; an event, which is everybody's, does not say that.
 */
export type SeenReview = Review & {
  liked: boolean
  listens: number
  visibility: Visibility | null
  /** by a moderator; its author alone sees one that is */
  hidden: boolean
  /** the viewer had muted its author when it was read */
  muted?: boolean
}

/** `live` is where the live reviews go on from: nothing that happens after this page was read is missed. */
export type ReviewPage = Page<SeenReview> & { live: string }

export const removeLogInput = z.object({ id: rowId })

/** Names the wanted state, so that a retry or a double click never flips it back. */
export const likeInput = z.object({ id: rowId, liked: z.boolean() })

/** A tab of a person's profile; `cursor` is the `next` of the page before. */
export const shelfInput = nicknameInput.extend({ cursor: cursorInput })
export type ShelfInput = z.infer<typeof shelfInput>

/**
 * A listening as its author's diary shows it; among the listened albums the newest one that the reader may see, with the
 * rating of the album that they see.
 */
export type ShelfEntry = Pick<
  Listen,
  'id' | 'rating' | 'date' | 'relisten' | 'tags' | 'visibility' | 'hidden'
> & {
  album: AlbumCard
  favorite: boolean
}
/** An entry of the diary, which always has a day. */
export type DiaryEntry = ShelfEntry & { date: string }

/**
 * What everybody's ratings of an album say: their number, their average in stars to one decimal (null without any),
 * and how many gave half a star, one star, … five stars.
 */
export type RatingStats = { count: number; average: number | null; histogram: number[] }
