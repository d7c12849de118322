import type { Texts } from '../texts.ts'
import { defaultTexts } from './default.ts'

const { catalog, home, layout, spotify } = defaultTexts

/** All texts of the product in English: the default ones, with the few Turkish ones translated. */
export const englishTexts: Texts = {
  ...defaultTexts,
  language: 'en',
  locale: 'en-GB',
  loadFailed: 'Something went wrong',
  catalog: { ...catalog, nothingFound: 'No results found' },
  home: { ...home, noDescription: 'No description' },
  layout: { ...layout, searchShort: 'Search...' },
  spotify: {
    ...spotify,
    synced: 'Your Spotify data has been synced',
    syncFailed: 'Your Spotify data could not be synced',
    blockFailed: {
      savedAlbums: 'Your saved albums could not be loaded',
      playlists: 'Your playlists could not be loaded',
      followedArtists: 'The artists you follow could not be loaded',
      savedTracks: 'Your saved tracks could not be loaded',
    },
  },
}
