import type { AlbumRef, ArtistRef } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import type { Life } from '../lib/cache.ts'
import { albumCacheKey, artistCacheKey, life, popularAlbumsKey, popularArtistsKey } from './details.ts'

// Checks whether a request can be answered from the cache, without calling the catalogue.

type Known = Pick<Deps, 'cache' | 'catalogue'>

/** Our own rows answer at once. */
const isKnown = async ({ cache, catalogue }: Known, key: string, life: Life) =>
  catalogue.isOwn || (await cache.knows(key, life))

export const isAlbumKnown = (deps: Known, ref: AlbumRef) => isKnown(deps, albumCacheKey(ref), life.album)
export const isArtistKnown = (deps: Known, { artist }: ArtistRef) =>
  isKnown(deps, artistCacheKey(artist), life.artist)
export const arePopularAlbumsKnown = (deps: Known) => isKnown(deps, popularAlbumsKey(1), life.popular)
export const arePopularArtistsKnown = (deps: Known) => isKnown(deps, popularArtistsKey(1), life.popular)
