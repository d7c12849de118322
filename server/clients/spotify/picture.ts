import { z } from 'zod'
import { UpstreamError } from '../../lib/http.ts'
import { chosenPicture, pictures, rows } from './fields.ts'

const answer = z.object({
  artists: z.object({ items: rows(z.object({ name: z.string(), images: pictures })) }),
})

/** In the Turkish locale 'I' would not match 'i'. */
const fold = (name: string) => name.normalize('NFC').toLocaleLowerCase('en').trim()

/**
 * Prefers the hit with the same name (ignoring case), then the first hit. Hits without a picture are skipped,
 * but if a hit has the same name, no other artist's picture is used.
 * @throws UpstreamError for an invalid response
 */
export function pictureIn(body: unknown, artist: string): string | null {
  const { data } = answer.safeParse(body)
  if (!data) throw new UpstreamError('broken', 'Spotify answered a search without artists')
  const hits = data.artists.items
  const namesakes = hits.filter(({ name }) => fold(name) === fold(artist))
  const hit = (namesakes.length > 0 ? namesakes : hits).find(({ images }) => images.length > 0)
  return hit ? chosenPicture(hit.images) : null
}
