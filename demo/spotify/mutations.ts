type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Lets `change` replace every object, the innermost first. */
function walk(value: unknown, change: (object: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(child, change)])))
}

/** Changes the page of an answer: the object with `items`, whether it is the answer or stands in one. */
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

/** What an album, a playlist or a person may lack; what is undefined is not written at all. */
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
  /** null in place of rows, of an album or track in a row, and an album without a name */
  'null-items': (body: unknown) =>
    page(body, (found) => ({
      ...found,
      items: [null, ...found.items.slice(0, 1).flatMap(hollow), ...found.items],
    })),
  duplicates: (body: unknown) =>
    page(body, (found) => ({ ...found, items: found.items.flatMap((row) => [row, row]) })),
  /** things that nobody has heard of, everywhere */
  'unknown-fields': (body: unknown) =>
    walk(body, (object) => ({ ...object, sparkle: { level: 9, of: ['x', null] } })),
  /** no pictures, no names of people, no dates and no counts */
  bare: (body: unknown) => {
    const isPage = isObject(body) && ('items' in body || 'artists' in body)
    return isObject(body) && !isPage
      ? strip(body)
      : page(body, (found) => ({ ...found, items: found.items.map(strip) }))
  },
  /** nothing on it, though another one is said to follow */
  'empty-page': (body: unknown) => page(body, (found) => ({ ...found, items: [], next: found.href })),
  /** leads to itself in a loop */
  endless: (body: unknown) => page(body, (found) => ({ ...found, next: found.href })),
  /** the next page is said to be with somebody else, who would like to have the token */
  'foreign-next': (body: unknown) =>
    page(body, (found) => ({
      ...found,
      next: String(found.next ?? found.href).replace('127.0.0.1', 'localhost'),
    })),
  /** fewer rows than asked for; it is the paging itself that knows how */
  'short-page': (body: unknown) => body,
}

export type Mutation = keyof typeof mutations
