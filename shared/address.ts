import { cut } from './cut.ts'
import { limits } from './limits.ts'

// The parts of an address: how texts and numbers are written into it and read out of it. Whole addresses are made in paths.ts.

/** '.' and '..' as a segment would be eaten by every URL parser, however encoded; a '~' in front keeps them. */
const dots = /^~*\.{1,2}$/

/** A text as a part of an address; half an emoji, which no address can hold, becomes the sign for an unknown character. */
export const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** One segment of a path. */
export const segment = (text: string): string => encoded(dots.test(text) ? `~${text}` : text)

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

/** Turns a raw (still encoded) segment of a path back into its text; a hand-typed '%' stays what it is. */
export function readSegment(raw: string): string {
  const text = raw.replace(/(%[0-9a-f]{2})+/gi, decoded)
  return text.startsWith('~') && dots.test(text) ? text.slice(1) : text
}

/** The number of a row that stands in an address; null for anything else. */
export function rowIdIn(text: string | null | undefined): number | null {
  const id = /^\d+$/.test(text ?? '') ? Number(text) : 0
  return id > 0 && id <= limits.rowId ? id : null
}

const LAST_PAGE = 10_000

/** What the query of a discover page asks for: the words ('' = the popular ones) and the page. */
export type DiscoverPlace = { query: string; page: number }

/** Reads the query of a discover page; whatever makes no sense there means the first page. */
export function readPlace(search: URLSearchParams): DiscoverPlace {
  const page = Number(search.get('page') ?? 1)
  return {
    query: cut((search.get('q') ?? '').trim(), limits.searchQuery),
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  }
}
