import { z } from 'zod'
import { UpstreamError } from '../../lib/http.ts'

const EDGE = 300

const picture = z.object({
  url: z.string().max(2048).regex(/^https?:\/\/[^/]/i),
  width: z.number().nullish().catch(null),
})

/** A list of which some rows may be no rows at all (null). */
const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((item) => row.safeParse(item).data ?? []) as z.output<Row>[])

const answer = z.object({
  artists: z.object({ items: rows(z.object({ name: z.string(), images: rows(picture) })) }),
})

/** As names are compared: the Turkish way would make 'I' something else than 'i'. */
const folded = (name: string) => name.normalize('NFC').toLocaleLowerCase('en').trim()

/**
 * The picture of an artist in an answer of /search: of the hit with the very name in any case, else of the first one.
 * Hits without a picture are passed over, but no namesake's hit gives way to somebody else's. Throws for no answer.
 */
export function pictureIn(body: unknown, artist: string): string | null {
  const { data } = answer.safeParse(body)
  if (!data) throw new UpstreamError('broken', 'Spotify answered a search without artists')
  const hits = data.artists.items
  const namesakes = hits.filter(({ name }) => folded(name) === folded(artist))
  const hit = (namesakes.length > 0 ? namesakes : hits).find(({ images }) => images.length > 0)
  if (!hit) return null
  const wideEnough = hit.images.filter(({ width }) => (width ?? 0) >= EDGE).toSorted((a, b) => a.width! - b.width!)
  return (wideEnough[0] ?? hit.images[0]!).url
}
