import { z } from 'zod'
import { albumCard } from './catalog.ts'
import { rating } from './logs.ts'
import { cursorInput, rowId, type Page } from './page.ts'
import { userCard } from './users.ts'

/** One entry of the feed: a log made by hand by a followed person. */
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
  /** when the log was made, ISO; entries stand newest first by it, then by id */
  createdAt: z.iso.datetime(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

export const feedInput = z.object({ cursor: cursorInput })

/** `live` is where the live events go on from: nothing that happens after this page was read is missed. */
export type ActivityPage = Page<ActivityEntry> & { live: string }
