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

/** What artist.getinfo knows: an artist without albums, the biography uncut. */
export type ArtistInfo = Omit<ArtistDetails, 'albums'>

const card = z.object({ name, image })
const artists = rowsIn('artist', card)
/** A picture of no artist is ever there, but were one, it would be taken. */
const cards = (found: ArtistCard[]): ArtistCard[] =>
  firstOfKey(
    found.filter((artist) => artist.name !== ''),
    (artist) => nameKey(artist.name),
  )

/** artist.search: a page of artists. */
export function parseArtistSearch(body: unknown, page: number): ArtistPage {
  const results = element(body, 'results')
  const found = artists.parse(results.artistmatches)
  return { artists: cards(found), page, hasNext: searchHasNext(results, page, found.length) }
}

/** chart.gettopartists: a page of artists. */
export function parseTopArtists(body: unknown, page: number): ArtistPage {
  const chart = element(body, 'artists')
  const found = artists.parse(chart)
  return { artists: cards(found), page, hasNext: chartHasNext(chart, page, found.length) }
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

/** artist.getinfo: the artist under the name that the service gives. */
export function parseArtist(body: unknown): ArtistInfo {
  const artist = details.parse(element(body, 'artist'))
  if (artist.name === '') throw broken('Last.fm answered an artist without a name')
  return {
    name: artist.name,
    image: artist.image,
    ...artist.stats,
    url: artist.url,
    tags: artist.tags,
    onTour: artist.ontour === 1,
    bio: artist.bio,
    similar: cards(artist.similar).filter((other) => nameKey(other.name) !== nameKey(artist.name)),
  }
}
