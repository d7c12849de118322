import type { z } from 'zod'
import type { AlbumDetails, AlbumPage, AlbumRef, popularInput, searchInput } from '../../shared/catalog.ts'
import type { Deps } from '../deps.ts'
import { DomainError } from '../lib/errors.ts'
import { findAlbum } from './albums.ts'
import { catalogAlbum, life, spelling } from './details.ts'

type Catalogue = Pick<Deps, 'cache' | 'lastfm'>

/** A page of the albums whose names match; throws `unavailable`. */
export function searchAlbums({ cache, lastfm }: Catalogue, { query, page }: z.output<typeof searchInput>) {
  const key = `search:${page}:${spelling(query)}`
  return cache.get<AlbumPage>(key, life.search, () => lastfm.searchAlbums(query, page))
}

/** A page of the albums that most people listen to; throws `unavailable`. */
export function popularAlbums({ cache, lastfm }: Catalogue, { page }: z.output<typeof popularInput>) {
  return cache.get<AlbumPage>(`popular:${page}`, life.popular, () => lastfm.topAlbums(page))
}

/**
 * An album under its canonical names. While the catalogue cannot be asked, an album that somebody has logged
 * is shown with what its row knows. Throws `notFound` or `unavailable`.
 */
export async function getAlbum(deps: Pick<Deps, 'db' | 'cache' | 'lastfm'>, ref: AlbumRef): Promise<AlbumDetails> {
  try {
    return await catalogAlbum(deps, ref)
  } catch (error) {
    const isDown = error instanceof DomainError && error.kind === 'unavailable'
    const known = isDown ? await findAlbum(deps, ref) : null
    if (!known) throw error
    const { artist, name, image } = known
    return { artist, name, image, listeners: null, playcount: null, url: null, tags: [], tracks: [], wiki: null }
  }
}
