/** Maximum total size, in characters of JSON. */
const MAX_SIZE = 2_000_000
const MAX_PAGES = 100
const MAX_AGE = 30 * 24 * 60 * 60 * 1000

/** `at` is the time of the data; `size` is in characters. */
export type KeptPage = { address: string; title: string; at: number; size: number }

/** A page that is too large takes no room from the others. */
export function withinLimits(pages: readonly KeptPage[], now: number): KeptPage[] {
  let remainingSize = MAX_SIZE
  return pages.slice(0, MAX_PAGES).filter(({ size, at }) => {
    if (size > remainingSize || at <= now - MAX_AGE) return false
    remainingSize -= size
    return true
  })
}
