import { z } from 'zod'

// What the service sends, as far as it can be relied on: fields vanish, rows are null, pictures have no width.

/** An address that a page may use. */
const webAddress = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^/]/i)

const picture = z.object({ url: webAddress, width: z.number().nullish().catch(null) })

/** A list of which some rows may be no rows at all (null). */
export const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((item) => row.safeParse(item).data ?? []) as z.output<Row>[])

export const pictures = rows(picture)

const EDGE = 300

/** The smallest of some pictures that is about 300 pixels wide or more, else the first; null without any. */
export function chosenPicture(images: z.output<typeof pictures>): string | null {
  const wideEnough = images
    .filter(({ width }) => (width ?? 0) >= EDGE)
    .toSorted((a, b) => a.width! - b.width!)
  return (wideEnough[0] ?? images[0])?.url ?? null
}

/** The same, where pictures come with something. */
export const image = pictures.transform(chosenPicture)

/** The page at the service that its terms ask to link to. */
export const link = z
  .object({ spotify: webAddress })
  .transform(({ spotify }) => spotify)
  .nullish()
  .catch(null)
  .transform((url) => url ?? null)

export const textOrNull = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) => text?.trim() || null)

export const countOrNull = z
  .number()
  .int()
  .min(0)
  .nullish()
  .catch(null)
  .transform((count) => count ?? null)

/** Its number of things, where only that is given: `{total: 12}`. */
export const totalOrNull = z
  .object({ total: countOrNull })
  .nullish()
  .catch(null)
  .transform((counted) => counted?.total ?? null)

const artists = rows(z.object({ name: z.string().trim().min(1) }))
export const artistNames = artists.transform((list) => list.map(({ name }) => name))
