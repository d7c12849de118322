import { z } from 'zod'
import { albumCard, albumRef } from './catalog.ts'
import { FARTHEST } from './listenLaterPlace.ts'
import { calendarDay } from './logs.ts'
import { cursorInput, type Page } from './page.ts'
import { texts } from './texts.ts'

const position = z.number().min(-FARTHEST).max(FARTHEST)

/**
 * Names the wanted state, so that a retry or a double click never flips it back; an album that is there stays where it is.
 * `today` is the person's own day. 'Undo' sends the `position` and, as `today`, the day that the album had when it was taken
 * off.
 */
export const setListenLaterInput = albumRef.extend({
  wanted: z.boolean(),
  today: calendarDay.optional(),
  position: position.optional(),
})
export type SetListenLaterInput = z.infer<typeof setListenLaterInput>

/** Where an album stood that was taken off. */
export type TakenOff = { position: number; addedOn: string }

/** The answer; `takenOff` where this very call took the album off. */
export type ListenLaterSet = { listenLater: boolean; takenOff: TakenOff | null }

/** Puts an album right behind the one named as `after`, or, where that is gone by now, right before the other. */
export const moveListenLaterInput = albumRef
  .extend({ after: albumRef.optional(), before: albumRef.optional() })
  .refine(({ after, before }) => after ?? before, texts.invalidInput)
export type MoveListenLaterInput = z.infer<typeof moveListenLaterInput>

/** The viewer's own list; `cursor` is the `next` of the page before. */
export const listenLaterInput = z.object({ cursor: cursorInput })

export const listenLaterItem = z.strictObject({
  album: albumCard,
  /** the lower, the nearer to the top */
  position: z.number(),
  /** the person's own day */
  addedOn: z.iso.date(),
})
export type ListenLaterItem = z.infer<typeof listenLaterItem>

/** `live` is where the live list goes on from: nothing that happens after this page was read is missed. */
export type ListenLaterPage = Page<ListenLaterItem> & { live: string }
