import type { AlbumDetails, AlbumRef } from '../../shared/catalog.ts'
import type { Deps } from '../deps.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * How long the catalogue's answers live. The service's terms allow 100 MB of its data in all: an album is
 * some 4 KB (texts are cut at 10,000 characters, tracks and tags are limited, of the pictures one address
 * stays) and a page of albums 5 KB, so that is room for 20,000 albums asked for within eight days and 4,000
 * searches within one. Whatever nobody asks for again is gone after that.
 */
export const life = {
  search: { fresh: 5 * MINUTE, keep: DAY },
  popular: { fresh: DAY, keep: 8 * DAY },
  album: { fresh: DAY, keep: 8 * DAY, notFoundFor: 10 * MINUTE },
}

/** A name as the service compares it: case and spaces do not count, everything else may. */
export const spelling = (name: string): string => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * What the catalogue says of an album, from the cache where it is known; throws `notFound` or `unavailable`.
 * An album asked for in another spelling is kept under its own names too, so that its page is warm.
 */
export function catalogAlbum(
  { cache, lastfm }: Pick<Deps, 'cache' | 'lastfm'>,
  ref: AlbumRef,
): Promise<AlbumDetails> {
  const key = cacheKey(ref)
  return cache.get(key, life.album, async () => {
    const album = await lastfm.album(ref.artist, ref.album)
    const ownKey = cacheKey({ artist: album.artist, album: album.name })
    return ownKey === key ? album : cache.get(ownKey, life.album, async () => album)
  })
}

const cacheKey = ({ artist, album }: AlbumRef) => `album:${JSON.stringify([spelling(artist), spelling(album)])}`
