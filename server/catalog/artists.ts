import type { z } from 'zod'
import type {
  AlbumCard,
  ArtistAlbum,
  ArtistDetails,
  ArtistPage,
  ArtistPicture,
  ArtistRef,
  popularArtistsInput,
  searchInput,
} from '../../shared/catalog.ts'
import type { AlbumOfArtist } from '../clients/catalogue.ts'
import type { ArtistInfo } from '../clients/lastfm/artists.ts'
import type { Deps } from '../core/deps.ts'
import { isDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { identityKey } from './albums.ts'
import { isOfArtist, MOST_OF_ARTIST, readAlbumsOfArtist, type OwnAlbumOfArtist } from './albumsOfArtist.ts'
import {
  artistCacheKey as keyOf,
  keyOfSource,
  life,
  missingReason,
  popularArtistsKey,
  spelling,
  underItsNames,
} from './details.ts'
import { withOwnCards } from './ownCards.ts'
import { firstSentences } from './sentences.ts'

type Needs = Pick<Deps, 'cache' | 'catalogue'>
type OwnNeeds = Pick<Deps, 'catalogue' | 'db'>

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

/**
 * Adds our own albums to those of the service. If the service does not know the artist, or is not set up, only ours are returned.
 * @throws notFound; unavailable
 */
export async function getArtist(
  deps: Needs & Pick<Deps, 'db'>,
  { artist }: ArtistRef,
): Promise<ArtistDetails> {
  const [info, albums] = await Promise.all([
    artistInfo(deps, artist).catch((error: unknown) => ownInfo(deps, artist, error)),
    artistAlbums(deps, artist).catch(orNone),
  ])
  return { ...info, albums: await withOwnAlbums(deps, info.name, albums) }
}

/** @throws `error` if we have no albums of the artist, or if the service can answer later */
async function ownInfo({ catalogue, db }: OwnNeeds, artist: string, error: unknown): Promise<ArtistInfo> {
  const reason = missingReason(error)
  const isShown = !catalogue.isOwn && (reason === 'notSetUp' || reason === 'notFound')
  const [own] = isShown ? await readAlbumsOfArtist(db, artist).catch(noneWithoutDatabase) : []
  if (!own) throw error
  return {
    name: own.artist,
    image: null,
    listeners: null,
    playcount: null,
    url: null,
    tags: [],
    onTour: false,
    bio: null,
    similar: [],
    ...(reason === 'notSetUp' && { withoutCatalogue: reason }),
  }
}

const factsOf = statement(({ keys }: { keys: string[] }) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
    .select(['a.key', 'a.type', 'a.releaseDate', 'a.year', 'l.state'])
    .where('a.key', 'in', keys),
)

const keyOfCard = ({ artist, name }: AlbumCard) => identityKey({ artist, album: name })
/** The type of a linked album is known, even if we have no name for it. */
const typeOf = ({ type, state }: Pick<OwnAlbumOfArtist, 'type' | 'state'>): ArtistAlbum['type'] =>
  type ?? (state === 'linked' ? 'other' : null)

/**
 * Adds our own albums that the service lacks, and the types and dates that our rows know. Newest first; albums without a date keep
 * their order at the end.
 */
async function withOwnAlbums(
  { catalogue, db }: OwnNeeds,
  name: string,
  found: readonly AlbumOfArtist[],
): Promise<ArtistAlbum[]> {
  const [own, cards] = await Promise.all([
    // Our own catalogue has found them already.
    catalogue.isOwn ? [] : readAlbumsOfArtist(db, name).catch(noneWithoutDatabase),
    withOwnCards({ db }, found),
  ])
  const keys = new Set(cards.map(keyOfCard))
  const rest = own.filter(({ key }) => !keys.has(key)).map(cardOfRow)
  const unknown = cards.filter(({ type }) => type === undefined)
  const known = await readFacts(db, { name, own, keys: unknown.map(keyOfCard) })
  const complete = [...cards, ...rest].map(({ type, releaseDate, ...album }) => {
    const facts = type === undefined ? known.get(keyOfCard(album)) : { type, releaseDate, year: album.year }
    const date = facts?.releaseDate ?? null
    return { date, album: { ...album, year: facts?.year ?? album.year, type: facts?.type ?? null } }
  })
  const time = ({ date }: { date: string | null }) => date ?? ''
  return complete
    .toSorted((a, b) => (time(a) < time(b) ? 1 : time(a) > time(b) ? -1 : 0))
    .map(({ album }) => album)
}

const cardOfRow = ({ artist, name, image, year, releaseDate, ...row }: OwnAlbumOfArtist): AlbumOfArtist => ({
  artist,
  name,
  image,
  year,
  releaseDate,
  type: typeOf(row),
})

type Wanted = { name: string; own: readonly OwnAlbumOfArtist[]; keys: readonly string[] }

/** Reads only what is not among the artist's own albums: the service also lists albums under the names of others. */
async function readFacts(db: Deps['db'], { name, own, keys }: Wanted) {
  const ownKeys = new Set(own.map(({ key }) => key))
  const isWhole = own.length < MOST_OF_ARTIST
  const unread = keys.filter((key) => !ownKeys.has(key) && !(isWhole && isOfArtist(name, key)))
  const others =
    unread.length === 0 ? [] : await factsOf(db, { keys: padded(unread, '') }).catch(noneWithoutDatabase)
  return new Map([...own, ...others].map((row) => [row.key, { ...row, type: typeOf(row) }]))
}

function noneWithoutDatabase(error: unknown): [] {
  if (isDatabaseDown(error)) return []
  throw error
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
