import type { z } from 'zod'
import type {
  ArtistAlbum,
  ArtistDetails,
  ArtistPage,
  ArtistPicture,
  ArtistRef,
  popularArtistsInput,
  searchInput,
} from '../../shared/catalog.ts'
import type { AlbumOfArtist } from '../clients/catalogue.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { identityKey } from './albums.ts'
import {
  artistCacheKey as keyOf,
  keyOfSource,
  life,
  popularArtistsKey,
  spelling,
  underItsNames,
} from './details.ts'
import { withOwnCards } from './ownCards.ts'
import { firstSentences } from './sentences.ts'

type Needs = Pick<Deps, 'cache' | 'catalogue'>

const SENTENCES = 22

export function searchArtists({ cache, catalogue }: Needs, { query, page }: z.output<typeof searchInput>) {
  const key = keyOfSource(catalogue, `search-artists:${page}:${spelling(query)}`)
  return cache.get<ArtistPage>(key, life.search, () => catalogue.searchArtists(query, page))
}

export function popularArtists({ cache, catalogue }: Needs, { page }: z.output<typeof popularArtistsInput>) {
  const lifetime = catalogue.isOwn ? life.ownPopular : life.popular
  const key = keyOfSource(catalogue, popularArtistsKey(page))
  return cache.get<ArtistPage>(key, lifetime, () => catalogue.topArtists(page))
}

/** Returns no albums if the catalogue cannot provide them. @throws notFound; unavailable */
export async function getArtist(
  deps: Needs & Pick<Deps, 'db'>,
  { artist }: ArtistRef,
): Promise<ArtistDetails> {
  const [info, albums] = await Promise.all([
    artistInfo(deps, artist),
    artistAlbums(deps, artist).catch(orNone),
  ])
  return { ...info, albums: await withTypes(deps, albums) }
}

const factsOf = statement(({ keys }: { keys: string[] }) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
    .select(['a.key', 'a.type', 'a.releaseDate', 'a.year', 'l.state'])
    .where('a.key', 'in', keys)
    .where((eb) =>
      eb.or([
        eb('a.type', 'is not', null),
        eb('a.releaseDate', 'is not', null),
        eb('l.state', '=', 'linked'),
      ]),
    ),
)

/** Adds the types and dates that our rows know, newest first; albums without a date keep their order at the end. */
async function withTypes({ db }: Pick<Deps, 'db'>, found: readonly AlbumOfArtist[]): Promise<ArtistAlbum[]> {
  const keyOfCard = ({ artist, name }: AlbumOfArtist) => identityKey({ artist, album: name })
  const albums = await withOwnCards({ db }, found)
  const unknown = albums.filter(({ type }) => type === undefined)
  const known = await readFacts(db, unknown.map(keyOfCard))
  const complete = albums.map(({ type, releaseDate, ...album }) => {
    const facts = type === undefined ? known.get(keyOfCard(album)) : { type, releaseDate, year: album.year }
    const date = facts?.releaseDate ?? null
    return { date, album: { ...album, year: facts?.year ?? album.year, type: facts?.type ?? null } }
  })
  const time = ({ date }: { date: string | null }) => date ?? ''
  return complete
    .toSorted((a, b) => (time(a) < time(b) ? 1 : time(a) > time(b) ? -1 : 0))
    .map(({ album }) => album)
}

async function readFacts(db: Deps['db'], keys: string[]) {
  if (keys.length === 0) return new Map<string, never>()
  const facts = await factsOf(db, { keys: padded(keys, '') }).catch((error: unknown) => {
    if (isDatabaseDown(error)) return []
    throw error
  })
  // The type of a linked album is known, even if we have no name for it.
  return new Map(
    facts.map(({ key, state, type, ...rest }) => [
      key,
      { ...rest, type: type ?? (state === 'linked' ? ('other' as const) : null) },
    ]),
  )
}

function artistInfo(deps: Needs, artist: string) {
  const load = async () => {
    const { bio, ...info } = await deps.catalogue.artist(artist)
    return { ...info, bio: bio && { ...bio, text: firstSentences(bio.text, SENTENCES) } }
  }
  return underItsNames(deps, keyOf(artist), life.artist, load, ({ name }) => keyOf(name))
}

export async function artistAlbums(deps: Needs, requested: string) {
  const albumsOf = (name: string) => `albums-of-${keyOf(name)}`
  const load = () => deps.catalogue.artistAlbums(requested)
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
