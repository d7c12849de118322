import { z } from 'zod'
import {
  albumKey,
  nameKey,
  type AlbumCard,
  type AlbumDetails,
  type AlbumPage,
  type Track,
} from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import { UpstreamError } from '../../lib/http.ts'
import { isoDate, plainText } from './text.ts'

// The service's JSON is machine-made from XML: one child may come bare instead of in an array, an empty
// element as '', a number as a string. So every field is read for itself, and what cannot be read is absent.

/** A list however it comes: an array is itself, a bare object its only row, anything else is empty. */
export const asArray = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? [value] : []

/** A count or a length however it comes; null when it is none. */
export const toNum = (value: unknown): number | null => {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN
  return Number.isFinite(number) && number >= 0 ? number : null
}

/** A field that may be anything, or absent. */
const anything = z.unknown().optional()
const number = anything.transform(toNum)
const text = z.string().catch('')
const record = z.record(z.string(), z.unknown()).catch({})

/** The rows of a list; a row that is no row at all is left out. */
const rows = <Row extends z.ZodType>(row: Row) =>
  anything.transform((list) => {
    return asArray(list).flatMap((item) => row.safeParse(item).data ?? []) as z.output<Row>[]
  })

/** A list inside its element: `{ tags: { tag: [...] } }`, where the element may be absent or ''. */
const rowsIn = <Row extends z.ZodType>(child: string, row: Row) =>
  record.transform((element) => rows(row).parse(element[child]))

const nameless = new Set(['', '(null)', '[null]', '[unknown]', '<unknown>', '(unknown)', '[no artist]'])

/** Whether a name means something: not blank, no mark of the service for 'none', not too long to be asked for. */
export const isName = (name: string): boolean =>
  !nameless.has(name.trim().toLowerCase()) && name.trim().length <= limits.catalogName

/** A name, plain or inside an object with a `name`; '' when there is none. */
const name = z
  .union([z.string(), z.object({ name: z.string() }).transform((owner) => owner.name)])
  .catch('')
  .transform((found) => (isName(found) ? found.trim() : ''))

const link = anything.transform((url) =>
  typeof url === 'string' && url.length <= limits.url && /^https?:\/\/[^/]/i.test(url) ? url : null,
)

/** The picture that stands for 'no picture' on every artist, and now and then on an album. */
const STAR = '2a96cbd8b46e442fc41c2b86b821562f'
const bestFirst = ['extralarge', 'mega', '', 'large', 'medium', 'small']

const image = rows(z.object({ '#text': link, size: z.string().catch('?') })).transform((pictures) => {
  const real = pictures.filter((picture) => picture['#text'] !== null && !picture['#text'].includes(STAR))
  const best = bestFirst.map((size) => real.find((picture) => picture.size === size)).find(Boolean) ?? real[0]
  return best?.['#text'] ?? null
})

const card = z.object({ artist: name, name, image })

/** The albums that can be named, each identity once. */
function cards(found: z.output<typeof card>[]): AlbumCard[] {
  const named = found.filter((album) => album.artist !== '' && album.name !== '')
  const byKey = new Map<string, AlbumCard>()
  for (const album of named) {
    const key = albumKey({ artist: album.artist, album: album.name })
    if (!byKey.has(key)) byKey.set(key, album)
  }
  return [...byKey.values()]
}

export const RATE_LIMIT = 29
const OPERATION_FAILED = 8
const outages = new Set([11, 16])

const broken = (message: string) => new UpstreamError('broken', message)

/** The element of that name in an answer; throws when the answer is about something else. */
function element(body: unknown, ...names: string[]): Record<string, unknown> {
  const answer = record.parse(body)
  const found = names.map((key) => answer[key]).find((value) => typeof value === 'object' && value !== null)
  if (!found) throw broken(`Last.fm answered without '${names[0]}'`)
  return found as Record<string, unknown>
}

/** The body of an answer as JSON; throws an UpstreamError when it is none or says that the call failed. */
export function readBody({ status, text: body }: { status: number; text: string }): unknown {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch (cause) {
    if (status === 429) throw new UpstreamError('refused', 'Last.fm: too many calls', { code: RATE_LIMIT })
    const failure = status >= 500 ? 'unreachable' : 'broken'
    throw new UpstreamError(failure, `Last.fm answered no JSON, status ${status}`, { cause })
  }
  const { error, message } = record.parse(json)
  // The body alone decides: a failure comes with status 200 as well as with any other.
  if (error === undefined && status !== 429) return json
  const code = error === undefined ? RATE_LIMIT : (toNum(error) ?? 0)
  const failure = outages.has(code) ? 'unreachable' : code === OPERATION_FAILED ? 'broken' : 'refused'
  throw new UpstreamError(failure, `Last.fm error ${code}: ${text.parse(message)}`, { code })
}

/** No permission, a wrong key, a suspended key: nothing will be answered until an operator acts. */
export const isAboutTheKey = (code: number | undefined): boolean => code === 4 || code === 10 || code === 26

/** 6 also stands for a parameter that never arrived; that says nothing about the album. */
export const isNotFound = ({ code, message }: UpstreamError): boolean =>
  code === 7 || (code === 6 && !/required parameter|out of bounds/i.test(message))

/** album.search: a page of albums. The total is not to be believed beyond a page that is empty. */
export function parseSearch(body: unknown, page: number): AlbumPage {
  const results = element(body, 'results')
  const found = rowsIn('album', card).parse(results.albummatches)
  const total = toNum(results['opensearch:totalResults'])
  const more = total === null ? found.length >= limits.searchPage : page * limits.searchPage < total
  return { albums: cards(found), page, hasNext: found.length > 0 && more }
}

/** tag.gettopalbums: a page of albums. */
export function parseTopAlbums(body: unknown, page: number): AlbumPage {
  const albums = element(body, 'albums', 'topalbums')
  const found = rowsIn('album', card).parse(albums)
  const pages = toNum(record.parse(albums['@attr']).totalPages)
  const more = pages === null ? found.length >= limits.discoverPage : page < pages
  return { albums: cards(found), page, hasNext: found.length > 0 && more }
}

const MOST_TAGS = 20
const MOST_TRACKS = 500

const tag = z.object({ name, url: link })
const track = z.object({
  name,
  duration: number,
  artist: name,
  '@attr': record.transform(({ rank }) => toNum(rank)),
})
const details = card.extend({
  listeners: number,
  playcount: number,
  url: link,
  tags: rowsIn('tag', tag),
  tracks: rowsIn('track', track),
  wiki: record,
})

/** The tracks in their order. A length of 0 means that nobody knows it. */
function tracksOf(found: z.output<typeof track>[], artist: string): Track[] {
  const rank = (index: number) => found[index]!['@attr'] ?? index + 1
  const order = [...found.keys()].sort((a, b) => rank(a) - rank(b))
  return order
    .map((index, place) => ({ ...found[index]!, position: place + 1 }))
    .filter((row) => row.name !== '')
    .slice(0, MOST_TRACKS)
    .map((row) => ({
      position: row.position,
      name: row.name,
      duration: Math.round(row.duration ?? 0) || null,
      featuredArtist: row.artist !== '' && nameKey(row.artist) !== nameKey(artist) ? row.artist : null,
    }))
}

const isFirstOfName = ({ name: own }: { name: string }, index: number, all: { name: string }[]) =>
  index === all.findIndex((other) => other.name === own)

/** album.getinfo: the album under the names that the service gives it. */
export function parseAlbum(body: unknown): AlbumDetails {
  const album = details.parse(element(body, 'album'))
  if (album.artist === '' || album.name === '') throw broken('Last.fm answered an album without a name')
  const words = plainText(text.parse(album.wiki.content)) ?? plainText(text.parse(album.wiki.summary))
  const tags = album.tags.filter((row) => row.name !== '')
  return {
    artist: album.artist,
    name: album.name,
    image: album.image,
    listeners: album.listeners,
    playcount: album.playcount,
    url: album.url,
    tags: tags.filter(isFirstOfName).slice(0, MOST_TAGS),
    tracks: tracksOf(album.tracks, album.artist),
    wiki: words === null ? null : { text: words, published: isoDate(text.parse(album.wiki.published)) },
  }
}
