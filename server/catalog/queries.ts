import type { z } from 'zod'
import type { AlbumDetails, AlbumPage, AlbumRef, popularInput, searchInput } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { findAlbum, identityKey } from './albums.ts'
import { rememberAlias } from './aliases.ts'
import { catalogAlbum, life, popularAlbumsKey, spelling, type AlbumDeps } from './details.ts'

type Catalogue = Pick<Deps, 'cache' | 'lastfm'>

/** Returns a page of the albums whose names match. @throws unavailable */
export function searchAlbums({ cache, lastfm }: Catalogue, { query, page }: z.output<typeof searchInput>) {
  const key = `search:${page}:${spelling(query)}`
  return cache.get<AlbumPage>(key, life.search, () => lastfm.searchAlbums(query, page))
}

/** Returns a page of the most popular albums. @throws unavailable */
export function popularAlbums({ cache, lastfm }: Catalogue, { page }: z.output<typeof popularInput>) {
  return cache.get<AlbumPage>(popularAlbumsKey(page), life.popular, () => lastfm.topAlbums(page))
}

/**
 * Returns an album under its canonical names. If the catalogue does not know it (an import under another name, an album
 * that it lost) or is unreachable, falls back to the album's row, so that every link to a logged album leads to a page.
 * @throws notFound; unavailable
 */
export async function getAlbum(deps: AlbumDeps & Pick<Deps, 'db'>, ref: AlbumRef): Promise<AlbumDetails> {
  try {
    const album = await catalogAlbum(deps, ref)
    await rememberCorrection(deps, ref, album)
    return album
  } catch (error) {
    const reason = error instanceof DomainError ? error.kind : null
    if (reason !== 'notFound' && reason !== 'unavailable') throw error
    const row = await findAlbum(deps, ref)
    if (!row) throw error
    const { artist, name, image } = row
    const emptyDetails = {
      listeners: null,
      playcount: null,
      url: null,
      tags: [],
      tracks: [],
      wiki: null,
      tint: null,
    }
    const isSetUp = !(error instanceof DomainError) || error.id !== 'catalog.notSetUp'
    return { artist, name, image, ...emptyDetails, withoutCatalogue: isSetUp ? reason : 'notSetUp' }
  }
}

/** Stores the correction, for when the catalogue is down. If this fails because the database is down, the page still works. */
async function rememberCorrection(
  deps: Pick<Deps, 'db'>,
  requested: AlbumRef,
  { artist, name }: AlbumDetails,
): Promise<void> {
  if (requested.artist === artist && requested.album === name) return
  await rememberAlias(deps, identityKey(requested), identityKey({ artist, album: name })).catch(
    (error: unknown) => {
      if (!isDatabaseDown(error)) throw error
    },
  )
}
