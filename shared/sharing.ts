import { z } from 'zod'
import { limits } from './limits.ts'

export const sharedThingInput = z.object({
  address: z.string().max(limits.url).nullable(),
  words: z.string().max(limits.searchQuery),
})

/** The album that was shared if that is certain, else what to search for; '' if nothing could be read. */
export type FoundThing = { album: { artist: string; name: string } } | { query: string }
