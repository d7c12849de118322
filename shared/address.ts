import { cut } from './cut.ts'
import { limits } from './limits.ts'

/** Matches '.' and '..'. Every URL parser removes such a segment, however it is encoded; a '~' in front preserves it. */
const dots = /^~*\.{1,2}$/

/** A lone surrogate (half an emoji) cannot be encoded and becomes U+FFFD. */
export const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

export const segment = (text: string): string => encode(dots.test(text) ? `~${text}` : text)

function decode(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

/** A hand-typed '%' stays as it is. */
export function readSegment(raw: string): string {
  const text = raw.replace(/(%[0-9a-f]{2})+/gi, decode)
  return text.startsWith('~') && dots.test(text) ? text.slice(1) : text
}

export function rowIdIn(text: string | null | undefined): number | null {
  const id = /^\d+$/.test(text ?? '') ? Number(text) : 0
  return id > 0 && id <= limits.rowId ? id : null
}

const LAST_PAGE = 10_000

/** The query '' means the popular items. */
export type DiscoverPlace = { query: string; page: number }

/** Invalid values mean the first page. */
export function readPlace(search: URLSearchParams): DiscoverPlace {
  const page = Number(search.get('page') ?? 1)
  return {
    query: cut((search.get('q') ?? '').trim(), limits.searchQuery),
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  }
}
