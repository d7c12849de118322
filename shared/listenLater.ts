import { z } from 'zod'
import { albumCard, albumRef } from './catalog.ts'
import { FARTHEST } from './listenLaterPlace.ts'
import { calendarDay } from './logs.ts'
import { cursorInput, type Page, pageLimit } from './page.ts'
import { texts } from './texts.ts'

const position = z.number().min(-FARTHEST).max(FARTHEST)

/**
 * Contains the wanted state, so that a retry or a double click never toggles it back. Adding an album that is in the list does
 * not move it. `today` is the current day in the user's time zone. 'Undo' sends the previous `position` and, as `today`, the
 * day on which the album had been added.
 */
export const setListenLaterInput = albumRef.extend({
  wanted: z.boolean(),
  today: calendarDay.optional(),
  position: position.optional(),
})
export type SetListenLaterInput = z.infer<typeof setListenLaterInput>

export type TakenOff = { position: number; addedOn: string }

/** `takenOff` is set if this call removed the album. */
export type ListenLaterSet = { listenLater: boolean; takenOff: TakenOff | null }

/** Moves an album directly behind `after` or, if that is no longer in the list, directly before `before`. */
export const moveListenLaterInput = albumRef
  .extend({ after: albumRef.optional(), before: albumRef.optional() })
  .refine(({ after, before }) => after ?? before, texts.invalidInput)
export type MoveListenLaterInput = z.infer<typeof moveListenLaterInput>

export const listenLaterInput = z.object({ cursor: cursorInput, limit: pageLimit })

export const listenLaterItem = z.strictObject({
  album: albumCard,
  /** lower numbers are nearer to the top */
  position: z.number(),
  /** the day in the user's time zone */
  addedOn: z.iso.date(),
})
export type ListenLaterItem = z.infer<typeof listenLaterItem>

export type ListenLaterPage = Page<ListenLaterItem> & { live: string }
