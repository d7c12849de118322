import { z } from 'zod'
import { UpstreamError } from '../../lib/http.ts'
import { artistNames } from './fields.ts'

const album = z.object({ name: z.string().trim().min(1), artists: artistNames })
const track = z.object({ album })

export type NamedAlbum = { artist: string; title: string }

/** Reads an album, or the album of a track; null without an artist. @throws UpstreamError for an invalid response */
export function albumIn(body: unknown): NamedAlbum | null {
  const { data } = z.union([track.transform((row) => row.album), album]).safeParse(body)
  if (!data) throw new UpstreamError('broken', 'Spotify answered without an album')
  const [artist] = data.artists
  return artist === undefined ? null : { artist, title: data.name }
}
