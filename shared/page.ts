import { z } from 'zod'

/** A place in a list ordered by time and id, newest first: the row that was seen last. */
export type Cursor = { at: Date; id: number }

/** One page of a list. `next` is handed back as `cursor` for the page after it; null at the end. */
export type Page<Item> = { items: Item[]; next: string | null }

/** Writes a cursor as an opaque short text. */
export const writeCursor = ({ at, id }: Cursor): string => `${at.getTime().toString(36)}.${id.toString(36)}`

/** Reads a cursor; null when the text is none of ours, so that a list begins anew instead of failing. */
export function readCursor(text: string | null | undefined): Cursor | null {
  const [, at, id] = /^([0-9a-z]{1,9})\.([0-9a-z]{1,7})$/.exec(text ?? '') ?? []
  return at && id ? { at: new Date(parseInt(at, 36)), id: parseInt(id, 36) } : null
}

/** The cursor as procedures take it. A text that is no cursor means the first page. */
export const cursorInput = z.string().max(64).nullish()

/** The number of a row, as procedures take it. */
export const rowId = z.number().int().positive().max(2 ** 31 - 1)

/** The number of a row that stands in an address; null for anything else. */
export const rowIdIn = (text: string | null | undefined): number | null =>
  rowId.safeParse(/^\d+$/.test(text ?? '') ? Number(text) : null).data ?? null

/** How many there are of something. */
export const count = z.int().nonnegative()

/** A page number of a pager. */
export const pageNumber = z.number().int().min(1).max(10_000).default(1)

/** Where a subscription begins: the id of the last event that the client has, or the `live` of a page. */
export const liveInput = z.object({ lastEventId: z.string().max(64).nullish() })
