import type { z } from 'zod'
import type { AlbumDetails, AlbumPage, AlbumRef, popularInput, searchInput } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { findAlbum, findSurvivor, identityKey } from './albums.ts'
import { rememberAlias } from './aliases.ts'
import { catalogAlbum, life, popularAlbumsKey, spelling, type AlbumDeps } from './details.ts'

type Catalogue = Pick<Deps, 'cache' | 'lastfm'>

export function searchAlbums({ cache, lastfm }: Catalogue, { query, page }: z.output<typeof searchInput>) {
  const key = `search:${page}:${spelling(query)}`
  return cache.get<AlbumPage>(key, life.search, () => lastfm.searchAlbums(query, page))
}

export function popularAlbums({ cache, lastfm }: Catalogue, { page }: z.output<typeof popularInput>) {
  return cache.get<AlbumPage>(popularAlbumsKey(page), life.popular, () => lastfm.topAlbums(page))
}

/**
 * Falls back to the album's row if the catalogue does not know it (an import under another name, an album
 * that it lost) or is unreachable, so that every link to a logged album leads to a page.
 * @throws notFound; unavailable
 */
export async function getAlbum(deps: AlbumDeps & Pick<Deps, 'db'>, ref: AlbumRef): Promise<AlbumDetails> {
  const survivor = await findMergedInto(deps, ref)
  if (survivor) return await getAlbum(deps, survivor)
  try {
    const album = await catalogAlbum(deps, ref)
    await rememberCorrection(deps, ref, album)
    return await underSurvivor(deps, ref, album)
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

/** The catalogue can correct the names to those of a merged album, and even those of the album that replaces it. */
async function underSurvivor(
  deps: AlbumDeps & Pick<Deps, 'db'>,
  requested: AlbumRef,
  album: AlbumDetails,
): Promise<AlbumDetails> {
  const names = { artist: album.artist, album: album.name }
  if (identityKey(names) === identityKey(requested)) return album
  const survivor = await findMergedInto(deps, names)
  if (!survivor) return album
  return identityKey(survivor) === identityKey(requested)
    ? { ...album, artist: survivor.artist, name: survivor.album }
    : await getAlbum(deps, survivor)
}

/** If the database is down, the page shows what the catalogue knows. */
export const findMergedInto = (deps: Pick<Deps, 'db'>, ref: AlbumRef): Promise<AlbumRef | null> =>
  findSurvivor(deps, ref).catch((error: unknown) => {
    if (!isDatabaseDown(error)) throw error
    return null
  })

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
