import type { SpotifyStats, SpotifyStatus } from '../../shared/spotify.ts'
import type { SpotifyConnection } from '../generated/prisma/client.ts'
import { readSummary } from './summary.ts'

const MONTHS_OF_A_TOKEN = 6

function monthsAfter(moment: Date, months: number): Date {
  const end = new Date(moment)
  end.setUTCMonth(end.getUTCMonth() + months)
  // A day that does not exist, such as the 31st, becomes the last day of the shorter month.
  if (end.getUTCDate() !== moment.getUTCDate()) end.setUTCDate(0)
  return end
}

type Life = { refreshToken: Uint8Array | null; authorizedAt: Date }

/** Refresh tokens expire six months after the user granted access, whether they are used or not. */
export function stateOf(
  { refreshToken, authorizedAt }: Life,
  now: Date,
): NonNullable<SpotifyStatus['connection']>['state'] {
  if (!refreshToken || now >= monthsAfter(authorizedAt, MONTHS_OF_A_TOKEN)) return 'ended'
  return now >= monthsAfter(authorizedAt, MONTHS_OF_A_TOKEN - 1) ? 'expiring' : 'connected'
}

export function connectionView(
  row: Life & Pick<SpotifyConnection, 'summary' | 'lastSyncAt'>,
  now: Date,
): NonNullable<SpotifyStatus['connection']> {
  const { profile, absent } = readSummary(row.summary)
  return {
    state: stateOf(row, now),
    connectedAt: row.authorizedAt.toISOString(),
    endsAt: monthsAfter(row.authorizedAt, MONTHS_OF_A_TOKEN).toISOString(),
    lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
    account: { name: profile.name, email: profile.email, product: profile.product },
    absent,
  }
}

export function statsView({ summary }: Pick<SpotifyConnection, 'summary'>, isOwner: boolean): SpotifyStats {
  const { profile, playlists, ...read } = readSummary(summary)
  const { name, image, url, followers } = profile
  const publicPlaylists = playlists?.items.filter(({ isPublic }) => isPublic) ?? []
  return {
    profile: { name, image, url, followers },
    readAt: read.readAt,
    savedAlbums: read.savedAlbums,
    savedTracks: read.savedTracks,
    recentlyPlayed: read.recentlyPlayed,
    topArtists: read.topArtists,
    // Others must not learn the number of private playlists.
    playlists: playlists && (isOwner ? playlists : { total: publicPlaylists.length, items: publicPlaylists }),
    followedArtists: read.followedArtists,
  }
}
