import { z } from 'zod'
import { spotifyBlocks } from '../../shared/spotify.ts'
import type { SpotifyPerson } from '../clients/spotify/library.ts'

const text = z.string().nullable()
const count = z.number().nullable()
const artist = z.object({ name: z.string(), image: text, url: text })

/** What the database stores of the person's Spotify account, as JSON. Null is absent. */
const summary = z.object({
  /** when all below the profile was read */
  readAt: text,
  profile: z.object({
    id: z.string(),
    name: z.string(),
    email: text,
    product: text,
    followers: count,
    image: text,
    url: text,
  }),
  savedAlbums: count,
  savedTracks: count,
  recentlyPlayed: z
    .array(
      z.object({
        name: z.string(),
        artist: z.string(),
        album: text,
        image: text,
        url: text,
        duration: count,
        playedAt: z.string(),
      }),
    )
    .nullable(),
  topArtists: z.array(artist).nullable(),
  playlists: z
    .object({
      total: z.number(),
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          description: text,
          image: text,
          url: text,
          owner: text,
          tracks: count,
          isPublic: z.boolean(),
          isOwn: z.boolean(),
        }),
      ),
    })
    .nullable(),
  followedArtists: z.object({ total: z.number(), items: z.array(artist) }).nullable(),
  absent: z.partialRecord(z.enum(spotifyBlocks), z.enum(['permission', 'failed'])),
})
export type Summary = z.infer<typeof summary>

export const readSummary = (json: string): Summary => summary.parse(JSON.parse(json))
export const writeSummary = (of: Summary): string => JSON.stringify(of)

/**
 * A reading as it is kept, after the one `before` it of the same account: the block with which the service fails for some
 * people stays what it was.
 */
export const afterSummary = (read: Summary, before: Summary): Summary =>
  read.absent.followedArtists === 'failed' ? { ...read, followedArtists: before.followedArtists } : read

export const profileOf = ({
  id,
  name,
  email,
  product,
  followers,
  image,
  url,
}: SpotifyPerson): Summary['profile'] => ({
  id,
  name,
  email,
  product,
  followers,
  image,
  url,
})

/** What is known of somebody who has just connected. */
export const bareSummary = (person: SpotifyPerson): Summary => ({
  readAt: null,
  profile: profileOf(person),
  savedAlbums: null,
  savedTracks: null,
  recentlyPlayed: null,
  topArtists: null,
  playlists: null,
  followedArtists: null,
  absent: {},
})
