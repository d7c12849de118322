import { z } from 'zod'
import { LAST_PAGE } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import { UpstreamError } from '../../lib/http.ts'
import { isoDate, plainText } from './text.ts'

// The service's JSON is machine-made from XML: one child may come bare instead of in an array, an empty
// element as '', a number as a string. So every field is read for itself, and what cannot be read is absent.

/** A list however it comes: an array is itself, a bare object its only row, anything else is empty. */
export const asArray = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? [value] : []

/** A count or a length, as a number or a text; null when it is neither. */
export const toNum = (value: unknown): number | null => {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN
  return Number.isFinite(number) && number >= 0 ? number : null
}

/** A field that may be anything, or absent. */
const anything = z.unknown().optional()
export const number = anything.transform(toNum)
export const text = z.string().catch('')
export const record = z.record(z.string(), z.unknown()).catch({})

/** The rows of a list; a row that is no row at all is left out. */
const rows = <Row extends z.ZodType>(row: Row) =>
  anything.transform((list) => {
    return asArray(list).flatMap((item) => row.safeParse(item).data ?? []) as z.output<Row>[]
  })

/** A list inside its element: `{ tags: { tag: [...] } }`, where the element may be absent or ''. */
export const rowsIn = <Row extends z.ZodType>(child: string, row: Row) =>
  record.transform((element) => rows(row).parse(element[child]))

const nameless = new Set(['', '(null)', '[null]', '[unknown]', '<unknown>', '(unknown)', '[no artist]'])

/** Whether a name means something: not blank, no mark of the service for 'none', not too long to be asked for. */
export const isName = (name: string): boolean =>
  !nameless.has(name.trim().toLowerCase()) && name.trim().length <= limits.catalogName

/** A name, plain or inside an object with a `name`; '' when there is none. */
export const name = z
  .union([z.string(), z.object({ name: z.string() }).transform((owner) => owner.name)])
  .catch('')
  .transform((found) => (isName(found) ? found.trim() : ''))

export const link = anything.transform((url) =>
  typeof url === 'string' && url.length <= limits.url && /^https?:\/\/[^/]/i.test(url) ? url : null,
)

/** The picture that stands for 'no picture' on every artist, and now and then on an album. */
const STAR = '2a96cbd8b46e442fc41c2b86b821562f'
const bestFirst = ['extralarge', 'mega', '', 'large', 'medium', 'small']

export const image = rows(z.object({ '#text': link, size: z.string().catch('?') })).transform((pictures) => {
  const real = pictures.filter((picture) => picture['#text'] !== null && !picture['#text'].includes(STAR))
  const best = bestFirst.map((size) => real.find((picture) => picture.size === size)).find(Boolean) ?? real[0]
  return best?.['#text'] ?? null
})

const MOST_TAGS = 20
const tag = z.object({ name, url: link })

/** The tags of an album or an artist, each name once. */
export const tags = rowsIn('tag', tag).transform((found) => {
  const named = found.filter((row) => row.name !== '')
  return firstOfKey(named, (row) => row.name).slice(0, MOST_TAGS)
})

/** A text that people wrote at the service, with the day of its last change; null when there is none. */
const words = (end: Parameters<typeof plainText>[1]) =>
  record.transform(({ content, summary, published }) => {
    const found = plainText(text.parse(content), end) ?? plainText(text.parse(summary), end)
    return found === null ? null : { text: found, published: isoDate(text.parse(published)) }
  })

/** What is written of an album: up to the first link, as the specification has it. */
export const wiki = words('firstLink')
/** What is written of an artist: links to others are part of it. */
export const biography = words('readMore')

/** Keeps the first of rows with the same key. */
export function firstOfKey<Row>(found: Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map<string, Row>()
  for (const row of found) if (!byKey.has(keyOf(row))) byKey.set(keyOf(row), row)
  return [...byKey.values()]
}

type Element = Record<string, unknown>

/** Whether a page with so many rows has another one after it. No total is to be believed beyond a page that is empty. */
const hasNext = (page: number, rowCount: number, more: boolean) => rowCount > 0 && page < LAST_PAGE && more

/** The same for a search, which counts its hits. */
export function searchHasNext(results: Element, page: number, rowCount: number): boolean {
  const total = toNum(results['opensearch:totalResults'])
  return hasNext(
    page,
    rowCount,
    total === null ? rowCount >= limits.searchPage : page * limits.searchPage < total,
  )
}

/** The same for a chart, which counts its pages. */
export function chartHasNext(chart: Element, page: number, rowCount: number): boolean {
  const pages = toNum(record.parse(chart['@attr']).totalPages)
  return hasNext(page, rowCount, pages === null ? rowCount >= limits.discoverPage : page < pages)
}

export const broken = (message: string) => new UpstreamError('broken', message)

/** The element of that name in an answer; throws when the answer is about something else. */
export function element(body: unknown, ...names: string[]): Element {
  const answer = record.parse(body)
  const found = names.map((key) => answer[key]).find((value) => typeof value === 'object' && value !== null)
  if (!found) throw broken(`Last.fm answered without '${names[0]}'`)
  return found as Element
}
