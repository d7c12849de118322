import type { z } from 'zod'
import type {
  AlbumCard,
  AlbumDetails,
  AlbumPage,
  AlbumRef,
  popularInput,
  searchInput,
} from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { findAlbum, identityKey } from './albums.ts'
import { rememberAlias } from './aliases.ts'
import { catalogAlbum, life, popularAlbumsKey, spelling, type AlbumDeps } from './details.ts'
import { LookingUp } from './keyless/requests.ts'
import { wantLink } from './linking/queue.ts'
import { findOwnAlbum } from './ownAlbum.ts'

type Needs = Pick<Deps, 'cache' | 'catalogue'>

export function searchAlbums({ cache, catalogue }: Needs, { query, page }: z.output<typeof searchInput>) {
  const key = `search:${page}:${spelling(query)}`
  return cache.get<AlbumPage>(key, life.search, () => catalogue.searchAlbums(query, page))
}

export function popularAlbums(
  { cache, catalogue }: Needs,
  { page, chart }: z.output<typeof popularInput>,
): Promise<AlbumPage> {
  const load = () => catalogue.topAlbums(page, chart)
  // Last.fm has one chart for both.
  if (!catalogue.isOwn) return cache.get(popularAlbumsKey(page), life.popular, load)
  return cache.get(popularAlbumsKey(page, chart), life.ownPopular, load)
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
  const own = await findOwnAlbum(deps, viewer, ref)
  if (own) return own
  try {
    const album = await catalogAlbum(deps, ref)
    await rememberCorrection(deps, ref, album)
    await wantLink(deps, identityKey({ artist: album.artist, album: album.name }))
    return album
  } catch (error) {
    const reason = error instanceof DomainError ? error.kind : null
    if (reason !== 'notFound' && reason !== 'unavailable') throw error
    const row = await findAlbum(deps, ref)
    if (!row && error instanceof LookingUp)
      return {
        ...emptyAlbum({ ...ref, name: ref.album, image: null, year: null }),
        withoutCatalogue: 'looking',
      }
    if (!row) throw error
    await wantLink(deps, row.key)
    const isSetUp = !(error instanceof DomainError) || error.id !== 'catalog.notSetUp'
    return { ...emptyAlbum(row), withoutCatalogue: isSetUp ? reason : 'notSetUp' }
  }
}

/** An album of which only its card is known. */
const emptyAlbum = ({ artist, name, image, year }: AlbumCard): AlbumDetails => ({
  artist,
  name,
  image,
  year,
  listeners: null,
  playcount: null,
  url: null,
  tags: [],
  tracks: [],
  wiki: null,
  tint: null,
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
