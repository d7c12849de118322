import { z } from 'zod'

// The reliable part of the service's responses: fields can be missing, rows can be null, pictures can lack a width.

const webAddress = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^/]/i)

const picture = z.object({ url: webAddress, width: z.number().nullish().catch(null) })

export const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((item) => row.safeParse(item).data ?? []) as z.output<Row>[])

export const pictures = rows(picture)

const EDGE = 300

/** Returns the smallest picture that is at least about 300 pixels wide, or the first one. */
export function chosenPicture(images: z.output<typeof pictures>): string | null {
  const wideEnough = images
    .filter(({ width }) => (width ?? 0) >= EDGE)
    .toSorted((a, b) => a.width! - b.width!)
  return (wideEnough[0] ?? images[0])?.url ?? null
}

export const image = pictures.transform(chosenPicture)

/** The service's terms require us to link to this page. */
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

export const totalOrNull = z
  .object({ total: countOrNull })
  .nullish()
  .catch(null)
  .transform((summary) => summary?.total ?? null)

const artists = rows(z.object({ name: z.string().trim().min(1) }))
export const artistNames = artists.transform((list) => list.map(({ name }) => name))
