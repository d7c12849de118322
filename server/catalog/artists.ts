import type { z } from 'zod'
import type {
  ArtistDetails,
  ArtistPage,
  ArtistPicture,
  ArtistRef,
  popularInput,
  searchInput,
} from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { DomainError } from '../lib/errors.ts'
import { artistCacheKey as keyOf, life, popularArtistsKey, spelling, underItsNames } from './details.ts'
import { withYears } from './ownFacts.ts'
import { firstSentences } from './sentences.ts'

type Catalogue = Pick<Deps, 'cache' | 'lastfm'>

const SENTENCES = 22

export function searchArtists({ cache, lastfm }: Catalogue, { query, page }: z.output<typeof searchInput>) {
  const key = `search-artists:${page}:${spelling(query)}`
  return cache.get<ArtistPage>(key, life.search, () => lastfm.searchArtists(query, page))
}

export function popularArtists({ cache, lastfm }: Catalogue, { page }: z.output<typeof popularInput>) {
  return cache.get<ArtistPage>(popularArtistsKey(page), life.popular, () => lastfm.topArtists(page))
}

/** Returns no albums if the catalogue cannot provide them. @throws notFound; unavailable */
export async function getArtist(
  deps: Catalogue & Pick<Deps, 'db'>,
  { artist }: ArtistRef,
): Promise<ArtistDetails> {
  const [info, albums] = await Promise.all([
    artistInfo(deps, artist),
    artistAlbums(deps, artist).catch(orNone),
  ])
  return { ...info, albums: await withYears(deps, albums) }
}

function artistInfo(deps: Catalogue, artist: string) {
  const load = async () => {
    const { bio, ...info } = await deps.lastfm.artist(artist)
    return { ...info, bio: bio && { ...bio, text: firstSentences(bio.text, SENTENCES) } }
  }
  return underItsNames(deps, keyOf(artist), life.artist, load, ({ name }) => keyOf(name))
}

export async function artistAlbums(deps: Catalogue, requested: string) {
  const albumsOf = (name: string) => `albums-of-${keyOf(name)}`
  const load = () => deps.lastfm.artistAlbums(requested)
  const result = await underItsNames(deps, albumsOf(requested), life.artist, load, ({ artist }) =>
    albumsOf(artist),
  )
  return result.albums
}

export function orNone(error: unknown): [] {
  if (error instanceof DomainError) return []
  throw error
}

/**
 * Null if there is none or the service is not configured; null with `unavailable` if the service is
 * unreachable. That there is none is cached like a picture; a failure is not.
 */
export async function getArtistPicture(
  { cache, spotify }: Pick<Deps, 'cache' | 'spotify'>,
  { artist }: ArtistRef,
): Promise<ArtistPicture> {
  if (!spotify) return { image: null }
  try {
    const key = `picture:${spelling(artist)}`
    return { image: await cache.get(key, life.picture, () => spotify.artistPicture(artist)) }
  } catch (error) {
    if (error instanceof DomainError) return { image: null, unavailable: true }
    throw error
  }
}
