import type { AlbumRef, ArtistRef } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { albumCacheKey, artistCacheKey, life, popularAlbumsKey, popularArtistsKey } from './details.ts'

// Checks whether a request can be answered from the cache, without calling the catalogue.

type Known = Pick<Deps, 'cache'>

export const isAlbumKnown = ({ cache }: Known, ref: AlbumRef) => cache.knows(albumCacheKey(ref), life.album)
export const isArtistKnown = ({ cache }: Known, { artist }: ArtistRef) =>
  cache.knows(artistCacheKey(artist), life.artist)
export const arePopularAlbumsKnown = ({ cache }: Known) => cache.knows(popularAlbumsKey(1), life.popular)
export const arePopularArtistsKnown = ({ cache }: Known) => cache.knows(popularArtistsKey(1), life.popular)
