import { z } from 'zod'
import { UpstreamError } from '../../lib/http.ts'
import { chosenPicture, pictures, rows } from './fields.ts'

const answer = z.object({
  artists: z.object({ items: rows(z.object({ name: z.string(), images: pictures })) }),
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
  return hit ? chosenPicture(hit.images) : null
}
