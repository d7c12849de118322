import type { SpotifyBlock, SpotifyProgress } from '../../shared/spotify.ts'
import { texts } from '../texts/spotify.ts'

/** Relative durations of the blocks, by experience. */
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

export function percentOf({ block, page, of, done: finishedBlocks }: SpotifyProgress): number {
  const finishedWeight = finishedBlocks.reduce((sum, key) => sum + weights[key], 0)
  return Math.round(((finishedWeight + (weights[block] * (page - 1)) / of) / total) * 100)
}

/** 'Saved albums: page 3 of 12'; only the block's name while the number of pages is unknown. */
export function stepText({ block, page, of }: SpotifyProgress): string {
  const name = texts.spotify.blocks[block]
  return of === 1 ? name : texts.spotify.pageOf(name, page, of)
}
