import { z } from 'zod'
import { limits } from './limits.ts'

/** One page of a list. `next` is handed back as `cursor` for the page after it; null at the end. */
export type Page<Item> = { items: Item[]; next: string | null }

/** A page without items, and without a page after it. */
export const emptyPage: Page<never> = { items: [], next: null }

/** The cursor as procedures take it. A text that is no cursor means the first page. */
export const cursorInput = z.string().max(64).nullish()

/** The number of a row, as procedures take it. */
export const rowId = z.number().int().positive().max(limits.rowId)

/** How many there are of something. */
export const count = z.int().nonnegative()

/** A page number of a pager. */
export const pageNumber = z.number().int().min(1).max(10_000).default(1)

/** Where a subscription begins: the id of the last event that the client has, or the `live` of a page. */
export const liveInput = z.object({ lastEventId: z.string().max(64).nullish() })
