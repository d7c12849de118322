type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Changes the innermost objects first. */
function walk(value: unknown, change: (object: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(child, change)])))
}

/** Changes the page in a response: the object with `items`, which is the response itself or nested in it. */
function page(body: unknown, change: (page: Json & { items: Json[] }) => Json): unknown {
  if (!isObject(body)) return body
  if (Array.isArray(body.items)) return change(body as Json & { items: Json[] })
  return Object.fromEntries(
    Object.entries(body).map(([key, child]) => [key, key === 'artists' ? page(child, change) : child]),
  )
}

const hollow = (row: Json): Json[] => [
  ...['album', 'track', 'item'].filter((key) => key in row).map((key) => ({ ...row, [key]: null })),
  ...(isObject(row.album)
    ? [{ ...row, album: { ...row.album, id: 'nameless', name: '', artists: [], images: [] } }]
    : []),
]

/** Fields that an album, a playlist or a user can lack; undefined fields are not sent at all. */
const lacking: Json = {
  images: [],
  display_name: null,
  description: null,
  public: null,
  context: null,
  release_date: undefined,
  release_date_precision: undefined,
  items: undefined,
  tracks: undefined,
}

const strip = (object: Json): Json =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      key in lacking ? lacking[key] : isObject(value) ? strip(value) : value,
    ]),
  )

/** Mutations of a response that leave it well-formed. */
export const mutations = {
  /** adds null instead of rows, null as the album or track of a row, and an album without a name */
  'null-items': (body: unknown) =>
    page(body, (content) => ({
      ...content,
      items: [null, ...content.items.slice(0, 1).flatMap(hollow), ...content.items],
    })),
  duplicates: (body: unknown) =>
    page(body, (content) => ({ ...content, items: content.items.flatMap((row) => [row, row]) })),
  'unknown-fields': (body: unknown) =>
    walk(body, (object) => ({ ...object, sparkle: { level: 9, of: ['x', null] } })),
  bare: (body: unknown) => {
    const isPage = isObject(body) && ('items' in body || 'artists' in body)
    return isObject(body) && !isPage
      ? strip(body)
      : page(body, (content) => ({ ...content, items: content.items.map(strip) }))
  },
  'empty-page': (body: unknown) => page(body, (content) => ({ ...content, items: [], next: content.href })),
  endless: (body: unknown) => page(body, (content) => ({ ...content, next: content.href })),
  /** links to a next page on another host, which would receive the token */
  'foreign-next': (body: unknown) =>
    page(body, (content) => ({
      ...content,
      next: String(content.next ?? content.href).replace('127.0.0.1', 'localhost'),
    })),
  /** fewer rows than requested; implemented by the paging */
  'short-page': (body: unknown) => body,
}

export type Mutation = keyof typeof mutations
