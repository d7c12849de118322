import { z } from 'zod'

// A lookup sends null, '' or [] for a field without a value, a search omits it: both become null or []. Invalid rows of a list
// are omitted.

const anything = z.unknown().optional()

export const text = z.string().catch('')
export const textOrNull = z
  .string()
  .catch('')
  .transform((value) => value.trim() || null)
export const countOrNull = z.number().int().min(0).nullable().catch(null)

export const rows = <Row extends z.ZodType>(row: Row) =>
  anything.transform((list) =>
    (Array.isArray(list) ? list : []).flatMap((item): z.output<Row>[] => {
      const { data, success } = row.safeParse(item)
      return success ? [data] : []
    }),
  )

const MBID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const isMbid = (id: string): boolean => MBID.test(id)
export const mbid = z.string().toLowerCase().regex(MBID)
export const name = z.string().trim().min(1)

/** A date as far as it is known: '1997', '1997-05' or '1997-05-21'. A date without a year is unknown. */
export const partialDate = anything.transform((value) => {
  const known = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(?!\d))?)?/.exec(
    typeof value === 'string' ? value : '',
  )
  return known?.[0] ?? null
})

export type Alias = {
  name: string
  /** 'en', 'tr', 'ja_Latn' */
  locale: string | null
  /** the best alias of its locale */
  isPrimary: boolean
  /** 'Artist name', 'Release group name', 'Search hint' and others */
  type: string | null
}

export const aliases = rows(
  z
    .object({ name, locale: textOrNull, primary: z.boolean().nullish().catch(null), type: textOrNull })
    .transform(({ primary, ...alias }): Alias => ({ ...alias, isPrimary: primary === true })),
)

export type Genre = { name: string; votes: number }

/** Genres, most votes first; the service sends them by name. */
export const genres = rows(
  z.object({ name, count: z.number().catch(0) }).transform(({ name: genre, count: votes }): Genre => ({
    name: genre,
    votes,
  })),
).transform((list) =>
  list.toSorted((a, b) => b.votes - a.votes || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
)

/** A link of the service's editors: 'wikidata', 'image', 'official homepage' and others. */
export type Link = { type: string; url: string }

export const links = rows(
  z.object({
    type: name,
    ended: z.boolean().catch(false),
    url: z.object({ resource: z.string().regex(/^https?:\/\/[^/]/i) }),
  }),
).transform((list) =>
  list.filter(({ ended }) => !ended).map(({ type, url }): Link => ({ type, url: url.resource })),
)

/** An artist as credited: `mainName` is the artist's own name, which can differ. */
export type CreditedArtist = {
  id: string
  name: string
  mainName: string
  /** the artist's other names, as far as the answer has them */
  aliases: Alias[]
  /** text between this artist and the next: ' & ', ' feat. ' */
  joinPhrase: string
}

/** A credit: its artists, and its text with their join phrases. */
export type Credit = { artist: string; artists: CreditedArtist[] }

export const credit = rows(
  z
    .object({ name: textOrNull, joinphrase: text, artist: z.object({ id: mbid, name, aliases }) })
    .transform(({ name: credited, joinphrase: joinPhrase, artist }): CreditedArtist => ({
      id: artist.id,
      name: credited ?? artist.name,
      mainName: artist.name,
      aliases: artist.aliases,
      joinPhrase,
    })),
).transform((artists): Credit => ({
  artist: artists.map(({ name: credited, joinPhrase }) => credited + joinPhrase).join(''),
  artists,
}))
