import type { z } from 'zod'
import type { AlbumDetails, AlbumPage, AlbumRef, popularInput } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { findAlbum, identityKey } from './albums.ts'
import { rememberAlias } from './aliases.ts'
import { catalogAlbum, life, popularAlbumsKey, type AlbumDeps } from './details.ts'

type Catalogue = Pick<Deps, 'cache' | 'lastfm'>

export function popularAlbums({ cache, lastfm }: Catalogue, { page }: z.output<typeof popularInput>) {
  return cache.get<AlbumPage>(popularAlbumsKey(page), life.popular, () => lastfm.topAlbums(page))
}

/**
 * Falls back to the album's row if the catalogue does not know it (an import under another name, an album
 * that it lost) or is unreachable, so that every link to a logged album leads to a page.
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
    const { artist, name, image, year } = row
    const emptyDetails = {
      listeners: null,
      playcount: null,
      url: null,
      tags: [],
      tracks: [],
      wiki: null,
      tint: null,
    }
    return { artist, name, image, year, ...emptyDetails, withoutCatalogue: reason }
  }
}

/** Keeps old links working while the catalogue is down. If the database is down, storing fails and the page still works. */
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
