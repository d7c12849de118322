import { nameKey } from '../../../shared/albumKey.ts'
import type { AlbumCard, AlbumPage, ArtistPage } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import type { AlbumOfArtist, Catalogue } from '../../clients/catalogue.ts'
import type { AlbumInfo } from '../../clients/lastfm/albums.ts'
import type { ArtistInfo } from '../../clients/lastfm/artists.ts'
import type { MusicBrainz } from '../../clients/musicbrainz/client.ts'
import type { Deps } from '../../core/deps.ts'
import { transaction } from '../../lib/db.ts'
import { notFound, unavailable } from '../../lib/errors.ts'
import { kysely, statement } from '../../lib/sql.ts'
import { findAlbum, identityKey } from '../albums.ts'
import { readAlbumsOfArtist, type OwnAlbumOfArtist } from '../albumsOfArtist.ts'
import { missingReason } from '../details.ts'
import { albumTypeOf, isOfficial, keepGroups } from '../groups.ts'
import { tracksOf } from '../tracks.ts'
import { discographyOf, findArtist, type ArtistRow } from './artists.ts'
import { cardsOf, ownValue, type GroupRow } from './cards.ts'
import { artistChartPage, chartPage } from './charts.ts'
import { wantCoversFirst } from './pictures.ts'
import { LookingUp, request, waitFor, type Requests } from './requests.ts'

// The catalogue without a key: pages read our own rows, and request what is missing from MusicBrainz (lookUps.ts).

/** How long a search waits for the service, in milliseconds. */
const SEARCH_PATIENCE = 3_000
/** People who wait come before imports. */
const LAG_OF_IMPORTS = 60 * 60_000

/** Without a client of MusicBrainz, nothing is asked: what is known stays. */
type Options = Pick<Deps, 'db' | 'now'> & { musicbrainz: MusicBrainz | null }

export const makeKeylessCatalogue = (options: Options): Catalogue =>
  makeVariant({ ...options, spend: async () => {}, lag: 0 })

function makeVariant(options: Options & Requests): Catalogue {
  return {
    isOwn: true,
    searchAlbums: (query, page) => searchAlbums(options, query, page),
    topAlbums: (page, chart = 'discover') => chartPage(options, { page, chart }),
    album: (artist, album, patience = 0) => readAlbum(options, { artist, album, patience }),
    searchArtists: (query, page) => searchArtists(options, query, page),
    topArtists: (page) => artistChartPage(options, page),
    artist: (name) => readArtist(options, name),
    artistAlbums: (name) => readArtistAlbums(options, name),
    get forVisitors() {
      return this
    },
    get forImports() {
      return makeVariant({ ...options, lag: LAG_OF_IMPORTS })
    },
    countedBy: (spend) => makeVariant({ ...options, spend }),
  }
}

function serviceOf({ musicbrainz }: Options): MusicBrainz {
  if (!musicbrainz) throw unavailable('catalog.notSetUp')
  return musicbrainz
}

/** Requests what has no row. @throws notFound; unavailable */
async function requestMissing(
  options: Options & Requests,
  names: { artist: string; album: string | null },
): Promise<void> {
  serviceOf(options)
  if ((await request(options, names)) === 'none')
    throw notFound(names.album === null ? 'catalog.artistNotFound' : 'catalog.albumNotFound')
}

async function readAlbum(
  options: Options & Requests,
  { artist, album, patience }: { artist: string; album: string; patience: number },
): Promise<AlbumInfo> {
  const info = await waitFor(async () => {
    const row = await findAlbum(options, { artist, album })
    if (row) return await infoOf(options, row.id)
    await requestMissing(options, { artist, album })
    return null
  }, patience)
  if (!info) throw new LookingUp()
  return info
}

const albumById = statement(({ id }: { id: number }) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
    // The source stays the same when the album is linked to another group, or to none.
    .leftJoin('ServicePicture as p', 'p.image', 'a.image')
    .select(['a.artist', 'a.name', 'a.image', 'a.year', 'a.tracks', 'p.page'])
    .where('a.id', '=', id)
    .orderBy((eb) => eb('p.id', '=', eb.ref('l.groupId')), 'desc')
    .orderBy('p.id')
    .limit(1),
)

/** Null if the row was deleted meanwhile. @throws unavailable if there is no service to look its names up */
async function infoOf(options: Options, id: number): Promise<AlbumInfo | null> {
  const [row] = await albumById(options.db, { id })
  if (!row) return null
  if (row.tracks === null) serviceOf(options)
  const { artist, name, image, year, tracks, page } = row
  return {
    artist,
    name,
    image,
    year,
    listeners: null,
    playcount: null,
    url: null,
    // The page shows the genres of our rows instead.
    tags: [],
    tracks: tracksOf(tracks),
    wiki: null,
    ...(page !== null && { coverSource: page }),
  }
}

const tagsOf = (genres: readonly string[]) => genres.map((name) => ({ name, url: null }))

async function searchAlbums(options: Options, query: string, page: number): Promise<AlbumPage> {
  const { db, now } = options
  const limit = limits.searchPage
  const part = { text: query, limit, offset: (page - 1) * limit }
  const caller = { isWaitedFor: true, patience: SEARCH_PATIENCE }
  const found = await serviceOf(options).searchGroups(part, caller)
  const groups = found.groups.filter(isOfficial)
  await transaction(db, (tx) => keepGroups({ tx, now: now() }, groups))
  await wantCoversFirst(
    options,
    groups.map(({ id }) => id),
  )
  const groupRows = groups.map((group): GroupRow => {
    const { id, artist, title, firstReleaseDate } = group
    const key = identityKey({ artist, album: title })
    return { id, artist, title, releaseDate: firstReleaseDate, type: albumTypeOf(group), key }
  })
  const albums = await cardsOf(options, groupRows)
  // The service ends a search after 500 results.
  return { albums, page, hasNext: page * limit < Math.min(found.total, 500) }
}

async function searchArtists(options: Options, query: string, page: number): Promise<ArtistPage> {
  const limit = limits.searchPage
  const part = { text: query, limit, offset: (page - 1) * limit }
  const caller = { isWaitedFor: true, patience: SEARCH_PATIENCE }
  const found = await serviceOf(options).searchArtists(part, caller)
  const ids = found.artists.map(({ id }) => id)
  const pictures = await options.db.servicePicture.findMany({ where: { id: { in: ids } } })
  const imageOf = new Map(pictures.map(({ id, image }) => [id, image]))
  const artists = found.artists.map(({ id, name }) => ({ name, image: imageOf.get(id) ?? null }))
  // Artists of one name share a page.
  const byName = new Map(artists.toReversed().map((artist) => [nameKey(artist.name), artist]))
  const hasNext = page * limit < Math.min(found.total, 500)
  return { artists: [...byName.values()].toReversed(), page, hasNext }
}

/** An artist whose albums are incomplete is shown with those that are known. @throws notFound; unavailable */
async function readArtist(options: Options & Requests, name: string): Promise<ArtistInfo> {
  const artist = await findArtist(options, name)
  const progress = artist?.isComplete ? {} : await requestArtist(options, name, artist)
  const picture = artist && (await options.db.servicePicture.findUnique({ where: { id: artist.id } }))
  return {
    name: artist?.name ?? name,
    image: picture?.image ?? null,
    listeners: null,
    playcount: null,
    url: null,
    tags: tagsOf(JSON.parse(artist?.genres ?? '[]') as string[]),
    onTour: false,
    bio: null,
    similar: [],
    ...(picture?.page &&
      picture.license && {
        imageCredit: {
          author: picture.author,
          license: { name: picture.license, url: picture.licenseUrl },
          page: picture.page,
        },
      }),
    ...(artist && { musicbrainzUrl: `https://musicbrainz.org/artist/${artist.id}` }),
    ...progress,
  }
}

/** Requests an artist. Without an answer, what we know of them is enough. @throws notFound; unavailable */
async function requestArtist(
  options: Options & Requests,
  name: string,
  artist: ArtistRow | null,
): Promise<Pick<ArtistInfo, 'isLookedUp' | 'withoutCatalogue'>> {
  try {
    await requestMissing(options, { artist: name, album: null })
    return { isLookedUp: true }
  } catch (error) {
    if (!artist && (await readAlbumsOfArtist(options.db, name)).length === 0) throw error
    return missingReason(error) === 'notSetUp' ? { withoutCatalogue: 'notSetUp' } : {}
  }
}

async function readArtistAlbums(
  options: Options,
  name: string,
): Promise<{ artist: string; albums: AlbumOfArtist[] }> {
  const artist = await findArtist(options, name)
  const groups = artist ? await discographyOf(options, artist) : []
  const own = await readAlbumsOfArtist(options.db, artist?.name ?? name)
  const cards = await cardsOf(options, groups)
  const keyOf = ({ artist: by, name: title }: AlbumCard) => identityKey({ artist: by, album: title })
  const ownByKey = new Map(own.map((album) => [keyOf(album), album]))
  const albums = new Map<string, AlbumOfArtist>()
  for (const [index, { type, releaseDate }] of groups.entries()) {
    const card = cards[index]!
    const key = keyOf(card)
    // Two groups whose albums were merged have the same card.
    if (!albums.has(key)) albums.set(key, underOwnFacts(ownByKey.get(key), { ...card, type, releaseDate }))
  }
  const ids = new Set(groups.map(({ id }) => id))
  const rest = own
    // An album that is not linked can have the address of a group.
    .filter((album) => (album.groupId === null || !ids.has(album.groupId)) && !albums.has(keyOf(album)))
    .map(({ artist: by, name: title, image, year, type, releaseDate }): AlbumOfArtist => ({
      artist: by,
      name: title,
      image,
      year,
      type: type ?? 'other',
      releaseDate,
    }))
  return { artist: artist?.name ?? name, albums: [...albums.values(), ...rest] }
}

function underOwnFacts(
  own: OwnAlbumOfArtist | undefined,
  { type, releaseDate, ...card }: AlbumCard & Pick<GroupRow, 'type' | 'releaseDate'>,
): AlbumOfArtist {
  if (!own) return { ...card, type: type ?? 'other', releaseDate }
  return {
    ...card,
    image: ownValue(own, 'image', card.image),
    year: ownValue(own, 'year', card.year),
    type: ownValue(own, 'type', type) ?? 'other',
    releaseDate: ownValue(own, 'releaseDate', releaseDate),
  }
}
