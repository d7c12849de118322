import { z } from 'zod'
import { logEntry } from './logs.ts'
import { cursorInput, type Page } from './page.ts'

/** One entry of the feed: a log that a followed person made by hand, or an import that they rated or reviewed. */
export const activityEntry = logEntry.extend({
  review: z.string().nullable(),
  /** when the log was made, or an import first rated or reviewed, ISO; entries stand newest first by it, then by id */
  createdAt: z.iso.datetime(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const feedInput = z.object({ cursor: cursorInput })

/** `live` is where the live events go on from: nothing that happens after this page was read is missed. */
export type ActivityPage = Page<ActivityEntry> & { live: string }
