import { z } from 'zod'
import { logEntry } from './logs.ts'
import { cursorInput, type Page } from './page.ts'

/** One entry of the feed: a log that a followed user created by hand, or an imported log that they rated or reviewed. */
export const activityEntry = logEntry.extend({
  review: z.string().nullable(),
  /**
   * when the log was created, or when an imported one was first rated
   * or reviewed, ISO; entries are sorted newest first by it, then by id
   */
  createdAt: z.iso.datetime(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const feedInput = z.object({ cursor: cursorInput })

/** `live` is the event id from which the live subscription continues, so that no event after this page was read is missed. */
export type ActivityPage = Page<ActivityEntry> & { live: string }
