import { z } from 'zod'
import { limits } from '../../../shared/limits.ts'
import { parseUrl } from '../../../shared/parseUrl.ts'
import { UpstreamError } from '../../lib/http.ts'
import { countOrNull } from './fields.ts'

export type Get = (path: string, query?: Record<string, string>) => Promise<unknown>
export type OnPage = (page: number, of: number) => Promise<void> | void

const page = z.object({
  items: z.array(z.unknown()),
  total: countOrNull,
  next: z.string().nullish().catch(null),
})

/**
 * Uses only the offset of the service's link: the link can lead to a path that the app may not call, and a
 * user's token is only sent to our configured address of the service.
 */
export function nextOffset(next: string | null | undefined, previousOffset: number): number | null {
  const url = parseUrl(next ?? '')
  if (!url) return null
  const offset = Number(url.searchParams.get('offset') ?? '')
  return Number.isInteger(offset) && offset > previousOffset ? offset : null
}

/**
 * Keeps only the schema's part of each row, so that memory holds at most one raw page. `hasShifted`: the
 * length of the list changed while it was read. `isWhole` is false if the service reported further rows but
 * no usable link to them.
 */
export async function readPages<Row extends z.ZodType>(
  get: Get,
  path: string,
  row: Row,
  { most, onPage }: { most: number; onPage: OnPage },
): Promise<{
  rows: z.output<Row>[]
  total: number | null
  skipped: number
  hasShifted: boolean
  isWhole: boolean
}> {
  const rows: z.output<Row>[] = []
  const limit = limits.spotify.page
  let total: number | null = null
  let skipped = 0
  let hasShifted = false
  let isWhole = true
  let offset: number | null = 0
  for (let number = 1; offset !== null && offset < most; number++) {
    const pages: number = total === null ? number : Math.max(number, Math.ceil(Math.min(total, most) / limit))
    await onPage(number, pages)
    const { data } = page.safeParse(await get(path, { limit: `${limit}`, offset: `${offset}` }))
    if (!data) throw new UpstreamError('broken', `Spotify answered ${path} without items`)
    for (const item of data.items) {
      const parsed = row.safeParse(item)
      if (parsed.success) rows.push(parsed.data)
      else skipped++
    }
    hasShifted ||= total !== null && data.total !== null && data.total !== total
    total ??= data.total
    offset = data.items.length === 0 ? null : nextOffset(data.next, offset)
    isWhole = offset !== null || !data.next || rows.length + skipped >= (data.total ?? Infinity)
  }
  return { rows, total, skipped, hasShifted, isWhole }
}
