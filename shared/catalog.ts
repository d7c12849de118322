import { z } from 'zod'
import { limits } from './limits.ts'
import { pageNumber } from './page.ts'
import { texts } from './texts.ts'

const nameOr = (missing: string) =>
  z.string().trim().min(1, missing).max(limits.catalogName, texts.tooLong(limits.catalogName))
const catalogName = nameOr(texts.catalog.albumNotFound)

/** Names an album in a request; the server looks up everything else in the catalogue. */
export const albumRef = z.object({ artist: catalogName, album: catalogName })
export type AlbumRef = z.infer<typeof albumRef>

export const artistRef = z.object({ artist: nameOr(texts.catalog.artistNotFound) })
export type ArtistRef = z.infer<typeof artistRef>

export const searchInput = z.object({
  query: z.string().trim().min(1).max(limits.searchQuery, texts.tooLong(limits.searchQuery)),
  page: pageNumber,
})
export const popularInput = z.object({ page: pageNumber })

/** The last page that a pager offers. The service reports millions of pages, but later ones are empty or time out. */
export const LAST_PAGE = 200

/** An album as shown in cards, entries and lists. `image` is an absolute http(s) URL of about 300 pixels, or null. */
export const albumCard = z.strictObject({
  artist: z.string(),
  name: z.string(),
  image: z.string().nullable(),
})
export type AlbumCard = z.infer<typeof albumCard>

export type AlbumPage = { albums: AlbumCard[]; page: number; hasNext: boolean }

export type Track = {
  position: number
  name: string
  /** seconds; null if the catalogue does not know it */
  duration: number | null
  /** set if the artist of the track is not the artist of the album */
  featuredArtist: string | null
}

/** An album as shown on its page. Numbers are null if the catalogue does not know them. */
export type AlbumDetails = AlbumCard & {
  listeners: number | null
  playcount: number | null
  /** the album's page at the service */
  url: string | null
  tags: { name: string; url: string | null }[]
  tracks: Track[]
  /** plain text, cut at the service's first link; null when nothing is left */
  wiki: { text: string; published: string | null } | null
  /** a vivid colour of the cover, '#rrggbb'; null if it has none or it is not known yet */
  tint: string | null
  /** set if the data is from our database only: the catalogue does not know the album, is unreachable or not set up */
  withoutCatalogue?: 'notFound' | 'unavailable' | 'notSetUp'
}

/** An artist as shown in cards. The catalogue has no pictures; `catalog.artistPicture` can have one. */
export type ArtistCard = { name: string; image: string | null }

/**
 * The streaming service's picture of an artist. `unavailable` is set
 * if the service could not be reached; a later request can find one.
 */
export type ArtistPicture = { image: string | null; unavailable?: true }

export type ArtistPage = { artists: ArtistCard[]; page: number; hasNext: boolean }

/** An artist as shown on their page. Numbers are null if the catalogue does not know them. */
export type ArtistDetails = ArtistCard & {
  listeners: number | null
  playcount: number | null
  /** the artist's page at the service */
  url: string | null
  tags: { name: string; url: string | null }[]
  onTour: boolean
  /** plain text of at most 22 sentences, then '...'; null when there is none */
  bio: { text: string; published: string | null } | null
  similar: ArtistCard[]
  /** also empty while the catalogue is unreachable */
  albums: AlbumCard[]
}
