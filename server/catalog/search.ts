import type { z } from 'zod'
import type { AlbumCard, AlbumPage, AlbumSearch, searchInput } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError, unavailable } from '../lib/errors.ts'
import { identityKey } from './albums.ts'
import { keyOfSource, life, spelling } from './details.ts'
import { findIds } from './imports.ts'
import { withOwnCardsOfPage } from './ownCards.ts'
import { cardOf, findOwnAlbums, type OwnAlbum } from './ownSearch.ts'
import type { CatalogueDeps } from './queries.ts'

type Search = z.output<typeof searchInput>

/** Milliseconds that a search waits for the service. */
const PATIENCE = 3_000

/**
 * Returns our own albums, followed by the service's that they lack. The albums of Last.fm come first, in its order, followed by our
 * own that it lacks. If the service fails, returns our own.
 * @throws unavailable, tooMany, if there are none of our own
 */
export async function searchAlbums(deps: CatalogueDeps, { query, page }: Search): Promise<AlbumSearch> {
  const end = page * limits.searchPage
  const [own, service] = await Promise.all([
    findOwnAlbums(deps, query, end + 1).catch(noneWithoutDatabase),
    inTime(searchCatalogue(deps, { query, page })).catch(asFailure),
  ])
  const ownPage = own.slice(end - limits.searchPage, end)
  const hasNext = own.length > end
  if (service instanceof DomainError) {
    if (ownPage.length === 0) throw service
    const found = { albums: ownPage.map(cardOf), page, hasNext }
    return service.id === 'catalog.notSetUp'
      ? { ...found, more: 'none', withoutCatalogue: 'notSetUp' }
      : { ...found, more: 'failed' }
  }
  const albums = own.length === 0 ? service.albums : await combine(deps, { query, page, own, service })
  return { albums, page, hasNext: hasNext || service.hasNext, more: 'none' }
}

/** The service's results alone. @throws unavailable, tooMany */
export function searchCatalogue(deps: CatalogueDeps, { query, page }: Search): Promise<AlbumPage> {
  const key = serviceKey(deps, { query, page })
  return withOwnCardsOfPage(
    deps,
    deps.cache.get(key, life.search, () => deps.catalogue.searchAlbums(query, page)),
  )
}

const serviceKey = ({ catalogue }: Pick<CatalogueDeps, 'catalogue'>, { query, page }: Search) =>
  keyOfSource(catalogue, `search:${page}:${spelling(query)}`)

/** The request goes on: its answer is cached for the next try. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('catalog.unavailable')), PATIENCE)
  })
  return await Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}

function asFailure(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  throw error
}

function noneWithoutDatabase(error: unknown): OwnAlbum[] {
  if (isDatabaseDown(error)) return []
  throw error
}

type Combined = Search & { own: readonly OwnAlbum[]; service: AlbumPage }

/** No album occurs twice, on no other page either: the service's pages before this one are in the cache. */
async function combine(deps: CatalogueDeps, { query, page, own, service }: Combined): Promise<AlbumCard[]> {
  const start = (page - 1) * limits.searchPage
  const [shown, ownPage] = [own.slice(0, start), own.slice(start, start + limits.searchPage)]
  const earlier = await Promise.all(
    Array.from({ length: ownPage.length > 0 ? page - 1 : 0 }, (_, index) =>
      cachedPage(deps, { query, page: index + 1 }),
    ),
  )
  const idOf = await idsOf(deps, [...earlier.flat(), ...service.albums])
  const idsShown = new Set([...shown.map(({ id }) => id), ...earlier.flat().map(idOf)])
  const isNew = (id: number | undefined) => id === undefined || (!idsShown.has(id) && idsShown.add(id))
  const ownById = new Map(own.map((album) => [album.id, album]))
  const ownAlbums = () => ownPage.filter(({ id }) => isNew(id)).map(cardOf)
  const others = () =>
    service.albums.flatMap((album) => {
      const id = idOf(album)
      return isNew(id) ? [id === undefined ? album : underOwnNames(album, ownById.get(id))] : []
    })
  // The first part decides which albums the second one lacks.
  return deps.catalogue.isOwn ? [...ownAlbums(), ...others()] : [...others(), ...ownAlbums()]
}

/** The service can still list an album under the names that it had before a merge. */
function underOwnNames(album: AlbumCard, own: OwnAlbum | undefined): AlbumCard {
  const keyOf = ({ artist, name }: AlbumCard) => identityKey({ artist, album: name })
  return own && keyOf(own) !== keyOf(album) ? cardOf(own) : album
}

async function cachedPage(deps: CatalogueDeps, search: Search): Promise<AlbumCard[]> {
  if (!(await deps.cache.knows(serviceKey(deps, search), life.search))) return []
  const { albums } = await searchCatalogue(deps, search)
  return albums
}

async function idsOf({ db }: Pick<Deps, 'db'>, albums: readonly AlbumCard[]) {
  const keyOf = ({ artist, name }: AlbumCard) => identityKey({ artist, album: name })
  const ids = await findIds(db, [...new Set(albums.map(keyOf))])
  return (album: AlbumCard): number | undefined => ids.get(keyOf(album))
}
