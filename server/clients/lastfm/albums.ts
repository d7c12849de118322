import { z } from 'zod'
import { albumKey, nameKey } from '../../../shared/albumKey.ts'
import type { AlbumCard, AlbumPage, ServiceAlbum, Track } from '../../../shared/catalog.ts'
import {
  broken,
  chartHasNext,
  element,
  firstOfKey,
  image,
  link,
  name,
  number,
  record,
  rowsIn,
  searchHasNext,
  tags,
  toNum,
  wiki,
} from './fields.ts'

// Last.fm does not know when an album was released.
const year = z
  .unknown()
  .optional()
  .transform(() => null)
const card = z.object({ artist: name, name, image, year })

function cards(rows: z.output<typeof card>[]): AlbumCard[] {
  const albums = rows.filter((album) => album.artist !== '' && album.name !== '')
  return firstOfKey(albums, ({ artist, name: album }) => albumKey({ artist, album }))
}

export function parseSearch(body: unknown, page: number): AlbumPage {
  const results = element(body, 'results')
  const rows = rowsIn('album', card).parse(results.albummatches)
  return { albums: cards(rows), page, hasNext: searchHasNext(results, page, rows.length) }
}

export function parseTopAlbums(body: unknown, page: number): AlbumPage {
  const albums = element(body, 'albums', 'topalbums')
  const rows = rowsIn('album', card).parse(albums)
  return { albums: cards(rows), page, hasNext: chartHasNext(albums, page, rows.length) }
}

/**
 * Also returns the name by which the service understood the requested artist (null if it is missing). A row
 * without an artist belongs to that artist.
 */
export function parseArtistAlbums(
  body: unknown,
  requested: string,
): { artist: string | null; albums: AlbumCard[] } {
  const albums = element(body, 'topalbums')
  const understood = name.parse(record.parse(albums['@attr']).artist)
  const rows = rowsIn('album', card).parse(albums)
  return {
    artist: understood || null,
    albums: cards(rows.map((album) => ({ ...album, artist: album.artist || understood || requested }))),
  }
}

const MOST_TRACKS = 500

const track = z.object({
  name,
  duration: number,
  artist: name,
  '@attr': record.transform(({ rank }) => toNum(rank)),
})
const details = card.extend({
  listeners: number,
  playcount: number,
  url: link,
  tags,
  tracks: rowsIn('track', track),
  wiki,
})

/** The service's duration 0 means unknown. */
function tracksOf(rows: z.output<typeof track>[], artist: string): Track[] {
  const rank = (index: number) => rows[index]!['@attr'] ?? index + 1
  const order = [...rows.keys()].sort((a, b) => rank(a) - rank(b))
  return order
    .map((index, place) => ({ ...rows[index]!, position: place + 1 }))
    .filter((row) => row.name !== '')
    .slice(0, MOST_TRACKS)
    .map((row) => ({
      position: row.position,
      name: row.name,
      duration: Math.round(row.duration ?? 0) || null,
      featuredArtist: row.artist !== '' && nameKey(row.artist) !== nameKey(artist) ? row.artist : null,
    }))
}

export type AlbumInfo = Omit<ServiceAlbum, 'tint'>

export function parseAlbum(body: unknown): AlbumInfo {
  const { tracks, ...album } = details.parse(element(body, 'album'))
  if (album.artist === '' || album.name === '') throw broken('Last.fm answered an album without a name')
  return { ...album, tracks: tracksOf(tracks, album.artist) }
}
