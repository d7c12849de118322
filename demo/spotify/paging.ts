import { failure, ok, type WireResponse } from './wire.ts'

export type Listing = {
  href: string
  query: Record<string, string>
  /** true if a page is shorter than requested and the next one continues after it */
  isShort: boolean
}

const LOCALE = 'en-US,en;q=0.5'

function limitIn({ query }: Listing, usual: number, max: number): number | null {
  const limit = Number(query.limit ?? usual)
  return Number.isInteger(limit) && limit >= 1 && limit <= max ? limit : null
}

const linkTo = (href: string, params: Record<string, string | number>) =>
  `${href}?${new URLSearchParams(Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]))}`

export type OffsetPaging = {
  usual?: number
  most?: number
  farthest?: number
  extra?: Record<string, string>
}

/** The `limit` can be lower than requested; the next offset continues after it. */
export function offsetPage<Row>(
  rows: readonly Row[],
  listing: Listing,
  write: (row: Row) => unknown,
  { usual = 20, most = 50, farthest = 100_000, extra = {} }: OffsetPaging = {},
): WireResponse {
  const call = limitIn(listing, usual, most)
  const offset = Number(listing.query.offset ?? 0)
  if (call === null) return failure(400, 'Invalid limit')
  if (!Number.isInteger(offset) || offset < 0 || offset > farthest) return failure(400, 'Invalid offset')
  const limit = listing.isShort ? Math.max(1, call - 2) : call
  const page = (from: number) => linkTo(listing.href, { ...extra, offset: from, limit: call, locale: LOCALE })
  return ok({
    href: page(offset),
    items: rows.slice(offset, offset + limit).map(write),
    limit,
    next: offset + limit < rows.length ? page(offset + limit) : null,
    offset,
    previous: offset > 0 ? page(Math.max(0, offset - limit)) : null,
    total: rows.length,
  })
}

/** The page has no offset and no link to the previous one. */
export function idPage<Row>(
  rows: readonly Row[],
  listing: Listing,
  idOf: (row: Row) => string,
  write: (row: Row) => unknown,
): WireResponse {
  const limit = limitIn(listing, 20, 50)
  if (limit === null) return failure(400, 'Invalid limit')
  const { after } = listing.query
  const from = after ? rows.findIndex((row) => idOf(row) === after) + 1 : 0
  const items = rows.slice(from, from + limit)
  const last = from + limit < rows.length ? idOf(items.at(-1)!) : null
  const link = (cursor: Record<string, string>) => linkTo(listing.href, { type: 'artist', ...cursor, limit })
  return ok({
    items: items.map(write),
    next: last && link({ after: last }),
    total: rows.length,
    cursors: { after: last },
    limit,
    href: link(after ? { after } : {}),
  })
}

/** Returns a page by moments (newest first), `before` or `after` one of them; an empty page has no cursors. */
export function momentPage<Row extends { at: number }>(
  rows: readonly Row[],
  listing: Listing,
  write: (row: Row) => unknown,
): WireResponse {
  const limit = limitIn(listing, 20, 50)
  const { before, after } = listing.query
  if (limit === null) return failure(400, 'Invalid limit')
  if (before && after) return failure(400, "Only one of 'before' and 'after' may be given")
  const rowsInRange = rows.filter(({ at }) =>
    before ? at < Number(before) : after ? at > Number(after) : true,
  )
  const items = rowsInRange.slice(0, limit)
  const [newest, oldest] = [items[0], items.at(-1)]
  return ok({
    items: items.map(write),
    next: oldest && rowsInRange.length > limit ? linkTo(listing.href, { before: oldest.at, limit }) : null,
    cursors: newest && oldest ? { after: String(newest.at), before: String(oldest.at) } : null,
    limit,
    href: linkTo(listing.href, { ...(before && { before }), ...(after && { after }), limit }),
  })
}
