import { z } from 'zod'
import { limits } from './limits.ts'

/** `next` is the `cursor` of the following page; null at the end. */
export type Page<Item> = { items: Item[]; next: string | null }

export const emptyPage: Page<never> = { items: [], next: null }

/** An invalid cursor means the first page. */
export const cursorInput = z.string().max(64).nullish()

/** Maximum number of items of the page; the default is that of the product's own pages. */
export const pageLimit = z.int().min(1).max(100).optional()

export const rowId = z.number().int().positive().max(limits.rowId)

export const count = z.int().nonnegative()

export const pageNumber = z.number().int().min(1).max(10_000).default(1)

/** The id of the last event that the client has, or the `live` of a page, so that no event after either is missed. */
export const liveInput = z.object({ lastEventId: z.string().max(64).nullish() })
