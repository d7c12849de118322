import { spotify as defaults } from '../default/spotify.ts'

export const spotify: typeof defaults = {
  ...defaults,
  synced: 'Your Spotify data has been synced',
  syncFailed: 'Your Spotify data could not be synced',
  blockFailed: {
    savedAlbums: 'Your saved albums could not be loaded',
    playlists: 'Your playlists could not be loaded',
    followedArtists: 'The artists you follow could not be loaded',
    savedTracks: 'Your saved tracks could not be loaded',
  },
}
