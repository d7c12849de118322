import { z } from 'zod'
import { count } from './page.ts'
import { spotify as texts } from './texts/default/spotify.ts'

export const spotifyScopes = [
  'user-library-read',
  'user-read-recently-played',
  'user-top-read',
  'playlist-read-private',
  'user-read-email',
  'user-read-private',
  'user-follow-read',
] as const

/** Parts of a sync, in their order. Each can be missing independently, except the profile and the saved albums. */
export const spotifyBlocks = [
  'profile',
  'savedAlbums',
  'recentlyPlayed',
  'topArtists',
  'playlists',
  'followedArtists',
  'savedTracks',
] as const
export type SpotifyBlock = (typeof spotifyBlocks)[number]

/** Why a block is missing: the user did not grant the permission (reconnecting helps), or Spotify did not return it. */
export type SpotifyAbsence = 'permission' | 'failed'

/** Without a code, the user did not agree. */
export const connectSpotifyInput = z.object({
  code: z.string(texts.codeMissing).min(1, texts.codeMissing).max(4_000, texts.connectFailed),
  state: z.string(texts.connectFailed).min(1, texts.connectFailed).max(200, texts.connectFailed),
})
export type ConnectSpotifyInput = z.infer<typeof connectSpotifyInput>

export const spotifyPlaylistInput = z.object({
  id: z.string().regex(/^[A-Za-z0-9]{1,64}$/, texts.playlistUnreadable),
  offset: z.number().int().min(0).max(20_000).default(0),
})
export type SpotifyPlaylistInput = z.output<typeof spotifyPlaylistInput>

/** `url` links to Spotify, as its terms require for everything that is shown from there; null for a local file. */
export type SpotifyTrack = {
  name: string
  /** all artists: 'A, B' */
  artist: string
  album: string | null
  image: string | null
  url: string | null
  /** seconds */
  duration: number | null
}
export type SpotifyPlay = SpotifyTrack & { playedAt: string }
export type SpotifyArtist = { name: string; image: string | null; url: string | null }
export type SpotifyPlaylist = {
  id: string
  name: string
  description: string | null
  image: string | null
  url: string | null
  owner: string | null
  tracks: number | null
  isPublic: boolean
  /** true if the user owns or can edit it: only then can its tracks be read, and only by the user */
  isOwn: boolean
}

/** The streaming block of a profile; null fields are absent. Private playlists are only visible to the owner. */
export type SpotifyStats = {
  profile: { name: string; image: string | null; url: string | null; followers: number | null }
  /** when the data below was read, ISO; null if only the profile is known */
  readAt: string | null
  savedAlbums: number | null
  savedTracks: number | null
  /** the last five, newest first */
  recentlyPlayed: SpotifyPlay[] | null
  /** the first six */
  topArtists: SpotifyArtist[] | null
  playlists: { total: number; items: SpotifyPlaylist[] } | null
  followedArtists: { total: number; items: SpotifyArtist[] } | null
}

/** The finished blocks include those that turned out to be missing. */
export const spotifyProgress = z.strictObject({
  block: z.enum(spotifyBlocks),
  page: count,
  of: count,
  done: z.array(z.enum(spotifyBlocks)),
})
export type SpotifyProgress = z.infer<typeof spotifyProgress>

export const spotifySynced = z.strictObject({
  albums: count,
  added: count,
  removed: count,
  /** entries that the service returned in an unusable form */
  skipped: count,
})
export type SpotifySynced = z.infer<typeof spotifySynced>

/**
 * The viewer's own connection; `connection` is null if there is none. The state 'expiring' means that it ends within a month,
 * 'ended' that it expired or was revoked at Spotify: imported data stays, and only reconnecting helps.
 */
export type SpotifyStatus = {
  connection: {
    state: 'connected' | 'expiring' | 'ended'
    connectedAt: string
    /** six months after the user agreed */
    endsAt: string
    lastSyncAt: string | null
    account: { name: string; email: string | null; product: string | null }
    absent: Partial<Record<SpotifyBlock, SpotifyAbsence>>
  } | null
  syncing: SpotifyProgress | null
  /** until when Spotify asked for no further calls (rate limit), ISO */
  restsUntil: string | null
  live: string
}

export type SpotifyPlaylistPage = { tracks: SpotifyTrack[]; total: number | null; next: number | null }
