import type { z } from 'zod'
import type { AlbumDetails, AlbumPage, AlbumRef, popularInput, ServiceAlbum } from '../../shared/catalog.ts'
import { NOBODY } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { findAddress, findAlbum, findNewNames, identityKey } from './albums.ts'
import { rememberAlias } from './aliases.ts'
import {
  catalogAlbum,
  life,
  missingReason,
  ownChartKey,
  popularAlbumsKey,
  type AlbumDeps,
} from './details.ts'
import { LookingUp } from './keyless/requests.ts'
import { wantLink } from './linking/queue.ts'
import { findOwnAlbum } from './ownAlbum.ts'
import { withOwnCardsOfPage } from './ownCards.ts'
import { findOwnFacts, readOwnFacts, type OwnFacts } from './ownFacts.ts'

export type CatalogueDeps = Pick<Deps, 'cache' | 'catalogue' | 'db'>

export function popularAlbums(
  deps: CatalogueDeps,
  { page, chart }: z.output<typeof popularInput>,
): Promise<AlbumPage> {
  const { cache, catalogue } = deps
  const load = () => catalogue.topAlbums(page, chart)
  if (catalogue.isOwn) return cache.get(ownChartKey(page, chart), life.ownPopular, load)
  return withOwnCardsOfPage(deps, cache.get(popularAlbumsKey(page), life.popular, load))
}

/**
 * Falls back to the album's row if the catalogue does not know it (an import under another name, an album
 * that it lost) or is unreachable, so that every link to a logged album leads to a page.
 * @throws notFound; unavailable
 */
export async function getAlbum(
  deps: AlbumDeps & Pick<Deps, 'db' | 'now'>,
  viewer: { id: number } | null,
  ref: AlbumRef,
): Promise<AlbumDetails> {
  const newNames = await findNewNames(deps, ref).catch(noneWithoutDatabase)
  if (newNames) return await getAlbum(deps, viewer, newNames)
  const viewerId = viewer?.id ?? NOBODY
  const own = await findOwnAlbum(deps, ref)
  if (own) return await withFacts(deps, own, viewerId)
  try {
    const album = await catalogAlbum(deps, ref)
    await rememberCorrection(deps, ref, album)
    return await underNewNames(deps, viewer, { ref, album })
  } catch (error) {
    const withoutCatalogue = error instanceof LookingUp ? 'looking' : missingReason(error)
    const row = withoutCatalogue && (await findAlbum(deps, ref))
    if (!row && withoutCatalogue !== 'looking') throw error
    const { artist, name, image, year } = row ?? { ...ref, name: ref.album, image: null, year: null }
    const key = row?.key ?? identityKey(ref)
    if (row) await wantLink(deps, key)
    const emptyDetails = {
      listeners: null,
      playcount: null,
      url: null,
      tags: [],
      tracks: [],
      wiki: null,
      tint: null,
    }
    const album = { artist, name, image, year, ...emptyDetails }
    const details = complete(album, await readOwnFacts(deps, { key, viewerId }))
    // The album that is looked up has no link yet.
    if (withoutCatalogue === 'looking') details.musicbrainz = { state: 'waiting', id: null, url: null }
    return { ...details, withoutCatalogue }
  }
}

type Corrected = { ref: AlbumRef; album: ServiceAlbum }

/** The catalogue can correct the names to those of an album that was merged or renamed here, and even its new names. */
async function underNewNames(
  deps: AlbumDeps & Pick<Deps, 'db' | 'now'>,
  viewer: { id: number } | null,
  { ref, album }: Corrected,
): Promise<AlbumDetails> {
  const viewerId = viewer?.id ?? NOBODY
  const names = { artist: album.artist, album: album.name }
  const isCorrected = identityKey(names) !== identityKey(ref)
  const newNames = isCorrected ? await findNewNames(deps, names).catch(noneWithoutDatabase) : null
  if (!newNames) return await withFacts(deps, album, viewerId)
  return identityKey(newNames) === identityKey(ref)
    ? await withFacts(deps, { ...album, artist: newNames.artist, name: newNames.album }, viewerId)
    : await getAlbum(deps, viewer, newNames)
}

async function withFacts<Album extends ServiceAlbum>(
  deps: Pick<Deps, 'db' | 'now'>,
  album: Album,
  viewerId: number,
) {
  const key = identityKey({ artist: album.artist, album: album.name })
  await wantLink(deps, key)
  return complete(album, await findOwnFacts(deps, { key, viewerId }))
}

/** The fields are in the same order in all responses (warm.ts). */
function complete<Album extends ServiceAlbum>(album: Album, facts: OwnFacts) {
  const { year: _, ...rest } = album
  return { ...rest, ...facts }
}

/** The names under which the page of an album is; null if they are these. */
export const findPageNames = (deps: Pick<Deps, 'db'>, ref: AlbumRef): Promise<AlbumRef | null> =>
  findAddress(deps, ref).catch(noneWithoutDatabase)

/** If the database is down, the page shows what the catalogue knows. */
function noneWithoutDatabase(error: unknown): null {
  if (isDatabaseDown(error)) return null
  throw error
}

/** Keeps old links working while the catalogue is down. If the database is down, storing fails and the page still works. */
async function rememberCorrection(
  deps: Pick<Deps, 'db'>,
  requested: AlbumRef,
  { artist, name }: ServiceAlbum,
): Promise<void> {
  if (requested.artist === artist && requested.album === name) return
  await rememberAlias(deps, identityKey(requested), identityKey({ artist, album: name })).catch(
    (error: unknown) => {
      if (!isDatabaseDown(error)) throw error
    },
  )
}
