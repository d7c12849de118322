import { z } from 'zod'
import { count } from './page.ts'
import { texts } from './texts.ts'

/** What a person is asked to allow. */
export const spotifyScopes = [
  'user-library-read',
  'user-read-recently-played',
  'user-top-read',
  'playlist-read-private',
  'user-read-email',
  'user-read-private',
  'user-follow-read',
] as const

/** What a sync reads, in its order; each may be missing without the others, but not the profile and the saved albums. */
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

/** Why a block is missing: the person did not allow it (a new connection helps), or Spotify did not give it. */
export type SpotifyAbsence = 'permission' | 'failed'

/** What Spotify led back with. Without a code nothing was agreed to. */
export const connectSpotifyInput = z.object({
  code: z
    .string(texts.spotify.codeMissing)
    .min(1, texts.spotify.codeMissing)
    .max(4_000, texts.spotify.connectFailed),
  state: z
    .string(texts.spotify.connectFailed)
    .min(1, texts.spotify.connectFailed)
    .max(200, texts.spotify.connectFailed),
})
export type ConnectSpotifyInput = z.infer<typeof connectSpotifyInput>

/** A playlist of one's own by Spotify's id; `offset` is the `next` of the page before. */
export const spotifyPlaylistInput = z.object({
  id: z.string().regex(/^[A-Za-z0-9]{1,64}$/, texts.spotify.playlistUnreadable),
  offset: z.number().int().min(0).max(20_000).default(0),
})
export type SpotifyPlaylistInput = z.output<typeof spotifyPlaylistInput>

/** `url` leads to Spotify, as its terms ask of whatever is shown from there; null for a local file. */
export type SpotifyTrack = {
  name: string
  /** all of them: 'A, B' */
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
  /** null where Spotify does not tell */
  tracks: number | null
  isPublic: boolean
  /** the person's own, or one that they may edit: its tracks can be read (by them alone) */
  isOwn: boolean
}

/** The streaming block of a profile. What is null is absent. Private playlists are for the owner alone. */
export type SpotifyStats = {
  profile: { name: string; image: string | null; url: string | null; followers: number | null }
  /** when all below was read, ISO; null before that, when the profile alone is known */
  readAt: string | null
  savedAlbums: number | null
  savedTracks: number | null
  /** the last five, newest first */
  recentlyPlayed: SpotifyPlay[] | null
  /** the first six */
  topArtists: SpotifyArtist[] | null
  playlists: { total: number; items: SpotifyPlaylist[] } | null
  /** how many, and some of them */
  followedArtists: { total: number; items: SpotifyArtist[] } | null
}

/** Where a sync stands: page 3 of 12 of a block, and the blocks that are done (also those that turned out missing). */
export const spotifyProgress = z.strictObject({
  block: z.enum(spotifyBlocks),
  page: count,
  of: count,
  done: z.array(z.enum(spotifyBlocks)),
})
export type SpotifyProgress = z.infer<typeof spotifyProgress>

/** What a sync brought: how many albums are saved, and what that did to the person's logs. */
export const spotifySynced = z.strictObject({
  albums: count,
  added: count,
  removed: count,
  /** entries that the service wrote down unusably */
  skipped: count,
})
export type SpotifySynced = z.infer<typeof spotifySynced>

/**
 * The viewer's own connection. `connection` is null where there is none. `state` 'expiring': it ends within a month.
 * 'ended': it ran out or was taken back at Spotify; what was imported stays, and only connecting again leads on.
 */
export type SpotifyStatus = {
  connection: {
    state: 'connected' | 'expiring' | 'ended'
    connectedAt: string
    /** six months after the person agreed */
    endsAt: string
    lastSyncAt: string | null
    account: { name: string; email: string | null; product: string | null }
    absent: Partial<Record<SpotifyBlock, SpotifyAbsence>>
  } | null
  /** where a running sync stands; null while none runs */
  syncing: SpotifyProgress | null
  /** until when Spotify wants no calls, ISO */
  restsUntil: string | null
  /** where `spotify.live` goes on from: nothing that happens after this was read is missed */
  live: string
}

export type SpotifyPlaylistPage = { tracks: SpotifyTrack[]; total: number | null; next: number | null }
