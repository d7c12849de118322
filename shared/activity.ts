import { z } from 'zod'
import { albumCard } from './catalog.ts'
import { rating } from './logs.ts'
import { cursorInput, rowId, type Page } from './page.ts'
import { userCard } from './users.ts'

/** One entry of the feed: a log that a followed person made by hand, or an import that they rated or reviewed. */
export const activityEntry = z.strictObject({
  /** the log's id */
  id: rowId,
  /** of two states of one entry the higher version is the newer */
  version: z.int(),
  user: userCard,
  album: albumCard,
  rating,
  favorite: z.boolean(),
  review: z.string().nullable(),
  date: z.iso.date(),
  /** when the log was made, or an import first rated or reviewed, ISO; entries stand newest first by it, then by id */
  createdAt: z.iso.datetime(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const feedInput = z.object({ cursor: cursorInput })

/** `live` is where the live events go on from: nothing that happens after this page was read is missed. */
export type ActivityPage = Page<ActivityEntry> & { live: string }
