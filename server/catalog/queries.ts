import type { z } from 'zod'
import type { AlbumDetails, AlbumPage, AlbumRef, popularInput, searchInput } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { findAlbum, identityKey } from './albums.ts'
import { rememberAlias } from './aliases.ts'
import { catalogAlbum, life, popularAlbumsKey, spelling, type AlbumDeps } from './details.ts'

type Catalogue = Pick<Deps, 'cache' | 'lastfm'>

/** A page of the albums whose names match; throws `unavailable`. */
export function searchAlbums({ cache, lastfm }: Catalogue, { query, page }: z.output<typeof searchInput>) {
  const key = `search:${page}:${spelling(query)}`
  return cache.get<AlbumPage>(key, life.search, () => lastfm.searchAlbums(query, page))
}

/** A page of the albums that most people listen to; throws `unavailable`. */
export function popularAlbums({ cache, lastfm }: Catalogue, { page }: z.output<typeof popularInput>) {
  return cache.get<AlbumPage>(popularAlbumsKey(page), life.popular, () => lastfm.topAlbums(page))
}

/**
 * An album under its canonical names. One that the catalogue does not know (an import under another name, an album
 * that it lost), or cannot be asked about, is shown with what its row knows, if it has one: whatever leads to an album
 * that somebody logged leads to a page. Throws `notFound` or `unavailable`.
 */
export async function getAlbum(deps: AlbumDeps & Pick<Deps, 'db'>, ref: AlbumRef): Promise<AlbumDetails> {
  try {
    const album = await catalogAlbum(deps, ref)
    await rememberCorrection(deps, ref, album)
    return album
  } catch (error) {
    const why = error instanceof DomainError ? error.kind : null
    if (why !== 'notFound' && why !== 'unavailable') throw error
    const known = await findAlbum(deps, ref)
    if (!known) throw error
    const { artist, name, image } = known
    const unknown = {
      listeners: null,
      playcount: null,
      url: null,
      tags: [],
      tracks: [],
      wiki: null,
      tint: null,
    }
    return { artist, name, image, ...unknown, withoutCatalogue: why }
  }
}

/** What an old link led to is remembered, for the day when the catalogue is down; a page never fails because of it. */
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
