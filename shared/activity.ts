import { z } from 'zod'
import { logEntry } from './logs.ts'
import { cursorInput, type Page, pageLimit } from './page.ts'

export const activityEntry = logEntry.extend({
  review: z.string().nullable(),
  /** when the log was created, or when an imported one was first rated or reviewed; entries are sorted by it and then by id */
  createdAt: z.iso.datetime(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const feedInput = z.object({ cursor: cursorInput, limit: pageLimit })

export type ActivityPage = Page<ActivityEntry> & { live: string }
