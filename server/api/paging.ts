import type { Page } from '../../shared/page.ts'
import { DomainError } from '../lib/errors.ts'
import type { Paging } from './row.ts'

/** The last page that the catalogue's procedures accept. */
const LAST = 10_000

/** An invalid cursor means the first page. */
function readPlace(cursor: string | undefined): { page: number; skipped: number } {
  const [, page, skipped] = /^(\d{1,5})\.(\d{1,4})$/.exec(cursor ?? '') ?? []
  return page ? { page: Number(page), skipped: Number(skipped) } : { page: 1, skipped: 0 }
}

/** Pages of any length of a procedure whose own pages have numbers. The cursor is a number of a page, and a place in it. */
export async function numberedPages<Item>(
  { cursor, limit }: Paging,
  read: (page: number) => Promise<{ items: Item[]; hasNext: boolean }>,
): Promise<Page<Item>> {
  let { page, skipped } = readPlace(cursor)
  const items: Item[] = []
  while (items.length < limit) {
    const found = await read(page).catch((error: unknown) => {
      // The items so far are sent; the next request begins at this page.
      if (items.length > 0 && error instanceof Error && error.cause instanceof DomainError) return null
      throw error
    })
    if (!found) break
    const rest = found.items.slice(skipped)
    const taken = rest.slice(0, limit - items.length)
    items.push(...taken)
    if (taken.length < rest.length) return { items, next: `${page}.${skipped + taken.length}` }
    if (!found.hasNext || page === LAST) return { items, next: null }
    page++
    skipped = 0
  }
  return { items, next: `${page}.0` }
}
