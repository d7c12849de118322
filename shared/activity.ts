import { z } from 'zod'
import type { AlbumCard } from './catalog.ts'
import { cursorInput, type Page } from './page.ts'
import type { UserCard } from './users.ts'

/** One entry of the feed: a log made by hand by a followed person. */
export type ActivityEntry = {
  /** the log's id */
  id: number
  /** of two states of one entry the higher version is the newer */
  version: number
  user: UserCard
  album: AlbumCard
  rating: number
  favorite: boolean
  review: string | null
  date: string
  /** when the log was made, ISO; entries stand newest first by it, then by id */
  createdAt: string
}

export const feedInput = z.object({ cursor: cursorInput })

/** `live` is where the live events go on from: nothing that happens after this page was read is missed. */
export type ActivityPage = Page<ActivityEntry> & { live: string }

/** Whether entry a stands before entry b. */
export const isNewer = (a: ActivityEntry, b: ActivityEntry): boolean =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id)
