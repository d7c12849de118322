import { z } from 'zod'
import { nameKey } from '../../../shared/albumKey.ts'
import type { ArtistCard, ArtistDetails, ArtistPage } from '../../../shared/catalog.ts'
import {
  biography,
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
} from './fields.ts'

export type ArtistInfo = Omit<ArtistDetails, 'albums'>

const card = z.object({ name, image })
const artists = rowsIn('artist', card)
/** The service sends no pictures of artists at present; one would be used. */
const cards = (rows: ArtistCard[]): ArtistCard[] =>
  firstOfKey(
    rows.filter((artist) => artist.name !== ''),
    (artist) => nameKey(artist.name),
  )

export function parseArtistSearch(body: unknown, page: number): ArtistPage {
  const results = element(body, 'results')
  const rows = artists.parse(results.artistmatches)
  return { artists: cards(rows), page, hasNext: searchHasNext(results, page, rows.length) }
}

export function parseTopArtists(body: unknown, page: number): ArtistPage {
  const chart = element(body, 'artists')
  const rows = artists.parse(chart)
  return { artists: cards(rows), page, hasNext: chartHasNext(chart, page, rows.length) }
}

const details = card.extend({
  url: link,
  stats: record.transform(({ listeners, playcount }) => ({
    listeners: number.parse(listeners),
    playcount: number.parse(playcount),
  })),
  tags,
  ontour: number,
  bio: biography,
  similar: artists,
})

export function parseArtist(body: unknown): ArtistInfo {
  const { stats, ontour, similar, ...artist } = details.parse(element(body, 'artist'))
  if (artist.name === '') throw broken('Last.fm answered an artist without a name')
  return {
    ...artist,
    ...stats,
    onTour: ontour === 1,
    similar: cards(similar).filter((other) => nameKey(other.name) !== nameKey(artist.name)),
  }
}
