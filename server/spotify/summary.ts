import { z } from 'zod'
import { spotifyBlocks } from '../../shared/spotify.ts'
import type { SpotifyPerson } from '../clients/spotify/library.ts'

const text = z.string().nullable()
const count = z.number().nullable()
const artist = z.object({ name: z.string(), image: text, url: text })

/** Data of the user's Spotify account, stored as JSON. Null means absent. */
const summary = z.object({
  /** when everything after the profile was read */
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
export const writeSummary = (value: Summary): string => JSON.stringify(value)

/** The block that the service fails to return for some users keeps its previous content. */
export const afterSummary = (read: Summary, previous: Summary): Summary =>
  read.absent.followedArtists === 'failed' ? { ...read, followedArtists: previous.followedArtists } : read

export const profileOf = (person: SpotifyPerson): Summary['profile'] => summary.shape.profile.parse(person)

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
