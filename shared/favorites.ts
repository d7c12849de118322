import { z } from 'zod'
import { albumRef } from './catalog.ts'
import { limits } from './limits.ts'
import { submission } from './submission.ts'
import { texts } from './texts.ts'

/** Contains the wanted state, so that a retry or a double click never toggles it back. */
export const setFavoriteInput = albumRef.extend({ favorite: z.boolean(), submission: submission.optional() })
export type SetFavoriteInput = z.infer<typeof setFavoriteInput>

export const setTopInput = z.object({
  albums: z.array(albumRef).max(limits.topAlbums, texts.favorites.topFull),
})
export type SetTopInput = z.infer<typeof setTopInput>

/** The albums that somebody picks in the welcome, in their order, and those that they picked before and put back. */
export const pickInput = z.object({
  albums: z.array(albumRef).max(limits.picks),
  putBack: z.array(albumRef).max(limits.picks).optional(),
})
export type PickInput = z.infer<typeof pickInput>
