import { z } from 'zod'
import { LAST_PAGE } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import { UpstreamError } from '../../lib/http.ts'
import { isoDate, plainText } from './text.ts'

// The service converts its JSON from XML: a single child can be a bare object instead of an array, an empty element is '', and a
// number can be a string. So each field is parsed separately, and an unreadable field counts as absent.

export const asArray = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? [value] : []

export const toNum = (value: unknown): number | null => {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN
  return Number.isFinite(number) && number >= 0 ? number : null
}

const anything = z.unknown().optional()
export const number = anything.transform(toNum)
export const text = z.string().catch('')
export const record = z.record(z.string(), z.unknown()).catch({})

const rows = <Row extends z.ZodType>(row: Row) =>
  anything.transform((list) => {
    return asArray(list).flatMap((item) => row.safeParse(item).data ?? []) as z.output<Row>[]
  })

/** A list inside its element: `{ tags: { tag: [...] } }`; the element can be absent or ''. */
export const rowsIn = <Row extends z.ZodType>(child: string, row: Row) =>
  record.transform((element) => rows(row).parse(element[child]))

const nameless = new Set(['', '(null)', '[null]', '[unknown]', '<unknown>', '(unknown)', '[no artist]'])

/** False for placeholders of the service for 'none', and for names that are too long to request. */
export const isName = (name: string): boolean =>
  !nameless.has(name.trim().toLowerCase()) && name.trim().length <= limits.catalogName

/** A name, plain or inside an object with a `name`; '' if there is none. */
export const name = z
  .union([z.string(), z.object({ name: z.string() }).transform((owner) => owner.name)])
  .catch('')
  .transform((value) => (isName(value) ? value.trim() : ''))

export const link = anything.transform((url) =>
  typeof url === 'string' && url.length <= limits.url && /^https?:\/\/[^/]/i.test(url) ? url : null,
)

/** The placeholder picture that the service sends for every artist, and sometimes for an album. */
const STAR = '2a96cbd8b46e442fc41c2b86b821562f'
const bestFirst = ['extralarge', 'mega', '', 'large', 'medium', 'small']

export const image = rows(z.object({ '#text': link, size: z.string().catch('?') })).transform((pictures) => {
  const real = pictures.filter((picture) => picture['#text'] !== null && !picture['#text'].includes(STAR))
  const best = bestFirst.map((size) => real.find((picture) => picture.size === size)).find(Boolean) ?? real[0]
  return best?.['#text'] ?? null
})

const MOST_TAGS = 20
const tag = z.object({ name, url: link })

export const tags = rowsIn('tag', tag).transform((tagRows) => {
  const namedRows = tagRows.filter((row) => row.name !== '')
  return firstOfKey(namedRows, (row) => row.name).slice(0, MOST_TAGS)
})

/** `published` is the day of the last change. */
const words = (end: Parameters<typeof plainText>[1]) =>
  record.transform(({ content, summary, published }) => {
    const result = plainText(text.parse(content), end) ?? plainText(text.parse(summary), end)
    return result === null ? null : { text: result, published: isoDate(text.parse(published)) }
  })

/** Ends at the first link, as the specification requires. */
export const wiki = words('firstLink')
export const biography = words('readMore')

export function firstOfKey<Row>(entries: Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map<string, Row>()
  for (const row of entries) if (!byKey.has(keyOf(row))) byKey.set(keyOf(row), row)
  return [...byKey.values()]
}

type Element = Record<string, unknown>

/** The totals are unreliable: nothing follows an empty page. */
const hasNext = (page: number, rowCount: number, hasMore: boolean) =>
  rowCount > 0 && page < LAST_PAGE && hasMore

export function searchHasNext(results: Element, page: number, rowCount: number): boolean {
  const total = toNum(results['opensearch:totalResults'])
  return hasNext(
    page,
    rowCount,
    total === null ? rowCount >= limits.searchPage : page * limits.searchPage < total,
  )
}

export function chartHasNext(chart: Element, page: number, rowCount: number): boolean {
  const pages = toNum(record.parse(chart['@attr']).totalPages)
  return hasNext(page, rowCount, pages === null ? rowCount >= limits.discoverPage : page < pages)
}

export const broken = (message: string) => new UpstreamError('broken', message)

/** @throws UpstreamError if the response has no such element */
export function element(body: unknown, ...names: string[]): Element {
  const answer = record.parse(body)
  const result = names.map((key) => answer[key]).find((value) => typeof value === 'object' && value !== null)
  if (!result) throw broken(`Last.fm answered without '${names[0]}'`)
  return result as Element
}
