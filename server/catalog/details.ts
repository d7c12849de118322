import type { AlbumDetails, AlbumRef, Chart, ServiceAlbum } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import type { Life } from '../lib/cache.ts'
import { DomainError } from '../lib/errors.ts'
import { tintOf } from './tint.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * The service's terms allow 100 MB of its data in total. An album takes about 4 KB (texts are cut at 10,000 characters, tracks
 * and tags are limited, one picture address is kept), an artist with their albums 10 KB, and a page of albums 5 KB. That is room
 * for 10,000 albums and 4,000 artists within eight days, and 4,000 searches within one day. Data that is not requested again
 * expires after that.
 */
export const life = {
  search: { fresh: 5 * MINUTE, keep: DAY },
  popular: { fresh: DAY, keep: 8 * DAY },
  /** a page of the charts in our database */
  ownPopular: { fresh: MINUTE, keep: DAY },
  album: { fresh: DAY, keep: 8 * DAY, notFoundFor: 10 * MINUTE },
  artist: { fresh: DAY, keep: 8 * DAY, notFoundFor: 10 * MINUTE },
  /** of our own rows */
  genres: { fresh: 10 * MINUTE, keep: DAY },
  picture: { fresh: 7 * DAY, keep: 8 * DAY },
}

/** Compares names as the service does: case and white space are ignored, everything else can matter. */
export const spelling = (name: string): string =>
  name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Caches a value requested under another spelling under its own name, too, so that the page with that name finds it. Our own rows
 * are not cached.
 */
export function underItsNames<T>(
  { cache, catalogue }: Pick<Deps, 'cache' | 'catalogue'>,
  key: string,
  life: Life,
  load: () => Promise<T>,
  ownKeyOf: (value: T) => string,
): Promise<T> {
  if (catalogue.isOwn) return load()
  return cache.get(key, life, async () => {
    const value = await load()
    const ownKey = ownKeyOf(value)
    return ownKey === key ? value : cache.get(ownKey, life, async () => value)
  })
}

export type AlbumDeps = Pick<Deps, 'cache' | 'catalogue' | 'pictures'>

export function catalogAlbum(deps: AlbumDeps, ref: AlbumRef, patience?: number): Promise<ServiceAlbum> {
  const load = async () => {
    const album = await deps.catalogue.album(ref.artist, ref.album, patience)
    return { ...album, tint: await tintOf(deps, album.image) }
  }
  return underItsNames(deps, albumCacheKey(ref), life.album, load, ({ artist, name }) =>
    albumCacheKey({ artist, album: name }),
  )
}

export const albumCacheKey = ({ artist, album }: AlbumRef) =>
  `album:${JSON.stringify([spelling(artist), spelling(album)])}`
export const artistCacheKey = (artist: string) => `artist:${spelling(artist)}`
/** A change between the service and our own rows is seen at once: they do not share answers in the cache. */
export const keyOfSource = ({ isOwn }: Pick<Deps['catalogue'], 'isOwn'>, key: string): string =>
  isOwn ? `own-${key}` : key
export const popularAlbumsKey = (page: number) => `popular:${page}`
export const ownChartKey = (page: number, chart: Chart = 'discover') => `popular:${chart}:${page}`
export const popularArtistsKey = (page: number) => `popular-artists:${page}`

/** Returns why the service cannot provide an album; null if another error occurred. */
export function missingReason(error: unknown): AlbumDetails['withoutCatalogue'] | null {
  if (!(error instanceof DomainError)) return null
  if (error.id === 'catalog.notSetUp') return 'notSetUp'
  return error.kind === 'notFound' || error.kind === 'unavailable' ? error.kind : null
}
