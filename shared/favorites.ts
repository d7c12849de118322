import { z } from 'zod'
import { albumRef } from './catalog.ts'

/** Says the wished state, so that a retry or a double click never flips it back. */
export const setFavoriteInput = albumRef.extend({ favorite: z.boolean() })
export type SetFavoriteInput = z.infer<typeof setFavoriteInput>
