import { albums, findAlbum, findArtist, type Album } from '../catalog/catalog.ts'
import { fold, match } from '../catalog/fold.ts'
import type { Call } from './methods.ts'
import { missingParameter, pageOf, searchFrame } from './paging.ts'
import { collapse, failure, images, siteUrl, tagList, texts, type WireResponse } from './wire.ts'

const cover = (album: Album) => (album.hasCover ? album.id : null)
const artistOf = (name: string) => ({ name, mbid: findArtist(name, false)?.mbid ?? '', url: siteUrl(name) })

/** album.search: the artist is a plain string, there are four images, and the rows have no numbers. */
export function searchAlbums({ params, base }: Call): WireResponse {
  const query = params.album?.trim()
  if (!query) return missingParameter
  const page = pageOf(
    match(
      albums,
      query,
      (album) => album.name,
      (album) => album.artist,
    ),
    params,
    30,
  )
  if (!page.items) return page
  const rows = page.items.map((album) => ({
    name: album.name,
    artist: album.artist,
    url: siteUrl(album.artist, album.name),
    image: images(base, cover(album), 4),
    streamable: '0',
    mbid: album.mbid ?? '',
  }))
  return searchFrame(query, page, { albummatches: { album: rows } })
}

/** tag.gettopalbums: an album's url is that of its artist, and ranks continue across pages. */
export function topAlbumsOfTag({ params, base }: Call): WireResponse {
  const tag = params.tag?.trim()
  if (!tag) return missingParameter
  const requestedTag = fold(tag)
  const page = pageOf(
    albums.filter(
      ({ tags }) => requestedTag === 'all' || tags.some((albumTag) => fold(albumTag) === requestedTag),
    ),
    params,
    50,
  )
  if (!page.items) return page
  const album = page.items.map((row, place) => ({
    name: row.name,
    mbid: row.mbid ?? '',
    url: siteUrl(row.artist),
    artist: artistOf(row.artist),
    image: images(base, cover(row), 4),
    '@attr': { rank: String((page.page - 1) * page.perPage + place + 1) },
  }))
  return { status: 200, body: { albums: { album, '@attr': { tag, ...page.attributes } } } }
}

/** artist.gettopalbums: the playcount is a number, and an unknown mbid is absent. */
export function topAlbumsOfArtist({ params, base }: Call): WireResponse {
  const name = params.artist?.trim()
  if (!name) return missingParameter
  const artist = findArtist(name, params.autocorrect === '1')
  if (!artist) return failure(6, 'The artist you supplied could not be found', 200)
  const page = pageOf(artist.albums, params, 50)
  if (!page.items) return page
  const album = page.items.map((row) => ({
    name: row.name,
    playcount: row.playcount,
    ...(row.mbid && { mbid: row.mbid }),
    url: siteUrl(artist.name, row.name),
    artist: artistOf(artist.name),
    image: images(base, cover(row), 4),
  }))
  return { status: 200, body: { topalbums: { album, '@attr': { artist: artist.name, ...page.attributes } } } }
}

/** album.getinfo, in the format of the documentation ('a') or of the recordings since 2022 ('b'). */
export function albumInfo({ params, base, dialect }: Call): WireResponse {
  if (!params.mbid && (!params.artist?.trim() || !params.album?.trim())) return missingParameter
  const row = params.mbid
    ? albums.find(({ mbid }) => mbid === params.mbid)
    : findAlbum(params.artist!, params.album!, params.autocorrect === '1')
  if (!row) return failure(6, 'Album not found', 200)
  return { status: 200, body: { album: dialect === 'a' ? dialectA(row, base) : dialectB(row, base) } }
}

function tail(album: Album) {
  const url = siteUrl(album.artist, album.name)
  return {
    listeners: String(album.listeners),
    playcount: String(album.playcount),
    ...(album.wiki && { wiki: texts(album.wiki, url, album.published, true) }),
  }
}

function dialectA(album: Album, base: string) {
  const tracks = album.tracks.map((track, place) => ({
    name: track.name,
    url: siteUrl(album.artist, '_', track.name),
    duration: track.seconds === null ? '0' : String(track.seconds),
    '@attr': { rank: String(place + 1) },
    streamable: { '#text': '0', fulltrack: '0' },
    artist: artistOf(track.artist),
  }))
  return {
    name: album.name,
    artist: album.artist,
    mbid: album.mbid ?? '',
    url: siteUrl(album.artist, album.name),
    image: images(base, cover(album), 6),
    ...(tracks.length > 0 && { tracks: { track: collapse(tracks) } }),
    tags: tagList(album.tags),
    ...tail(album),
  }
}

function dialectB(album: Album, base: string) {
  const tracks = album.tracks.map((track, place) => ({
    streamable: { fulltrack: '0', '#text': '0' },
    duration: track.seconds,
    url: siteUrl(album.artist, album.name, track.name),
    name: track.name,
    '@attr': { rank: place + 1 },
    artist: artistOf(track.artist),
  }))
  return {
    artist: album.artist,
    ...(album.mbid && { mbid: album.mbid }),
    tags: tagList(album.tags),
    name: album.name,
    userplaycount: 0,
    image: images(base, cover(album), 6, true),
    ...(tracks.length > 0 && { tracks: { track: collapse(tracks) } }),
    url: siteUrl(album.artist, album.name),
    ...tail(album),
  }
}
