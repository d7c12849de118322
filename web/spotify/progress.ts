import type { SpotifyBlock, SpotifyProgress } from '../../shared/spotify.ts'
import { texts } from '../../shared/texts.ts'

/** How long the blocks take beside each other, by experience. */
const weights: Record<SpotifyBlock, number> = {
  profile: 1,
  savedAlbums: 12,
  recentlyPlayed: 1,
  topArtists: 1,
  playlists: 3,
  followedArtists: 1,
  savedTracks: 1,
}
const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)

/** How much of a sync is done, in per cent. */
export function percentOf({ block, page, of, done }: SpotifyProgress): number {
  const before = done.reduce((sum, one) => sum + weights[one], 0)
  return Math.round(((before + (weights[block] * (page - 1)) / of) / total) * 100)
}

/** 'Saved albums: page 3 of 12'; only the block while the number of pages is unknown. */
export function stepText({ block, page, of }: SpotifyProgress): string {
  const name = texts.spotify.blocks[block]
  return of === 1 ? name : texts.spotify.pageOf(name, page, of)
}
