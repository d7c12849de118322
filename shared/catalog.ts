import { z } from 'zod'
import { limits } from './limits.ts'
import { pageNumber } from './page.ts'
import { texts } from './texts.ts'

const nameOr = (missing: string) =>
  z.string().trim().min(1, missing).max(limits.catalogName, texts.tooLong(limits.catalogName))
const catalogName = nameOr(texts.catalog.albumNotFound)

/** How a client names an album; the server resolves everything else through the catalogue. */
export const albumRef = z.object({ artist: catalogName, album: catalogName })
export type AlbumRef = z.infer<typeof albumRef>

/** How a client names an artist. */
export const artistRef = z.object({ artist: nameOr(texts.catalog.artistNotFound) })
export type ArtistRef = z.infer<typeof artistRef>

export const searchInput = z.object({
  query: z.string().trim().min(1).max(limits.searchQuery, texts.tooLong(limits.searchQuery)),
  page: pageNumber,
})
export const popularInput = z.object({ page: pageNumber })

/** No pager goes further: the service counts millions of pages, of which the later ones are empty or never answered. */
export const LAST_PAGE = 200

/** An album as cards, entries and lists show it. `image` is an absolute http(s) URL of about 300 pixels, or null. */
export const albumCard = z.strictObject({
  artist: z.string(),
  name: z.string(),
  image: z.string().nullable(),
})
export type AlbumCard = z.infer<typeof albumCard>

/** A page of albums with what a pager needs to know. */
export type AlbumPage = { albums: AlbumCard[]; page: number; hasNext: boolean }

export type Track = {
  position: number
  name: string
  /** seconds; null when the catalogue does not know */
  duration: number | null
  /** set where the track is by somebody else than the album */
  featuredArtist: string | null
}

/** An album as its page shows it. Numbers are null when the catalogue does not know. */
export type AlbumDetails = AlbumCard & {
  listeners: number | null
  playcount: number | null
  /** the service's own page of the album */
  url: string | null
  tags: { name: string; url: string | null }[]
  tracks: Track[]
  /** plain text, cut at the service's first link; null when nothing is left */
  wiki: { text: string; published: string | null } | null
  /** a lively colour of the cover, '#rrggbb'; null when it has none, or none is known yet */
  tint: string | null
  /** set where this is our own row alone: the catalogue does not know the album, or cannot be asked about it */
  withoutCatalogue?: 'notFound' | 'unavailable'
}

/** An artist as cards show one. The catalogue itself has no pictures; `catalog.artistPicture` may have one. */
export type ArtistCard = { name: string; image: string | null }

/** What the streaming service has of an artist. `unavailable` is set where it could not be asked: another time it may have one. */
export type ArtistPicture = { image: string | null; unavailable?: true }

/** A page of artists with what a pager needs to know. */
export type ArtistPage = { artists: ArtistCard[]; page: number; hasNext: boolean }

/** An artist as the page shows one. Numbers are null when the catalogue does not know. */
export type ArtistDetails = ArtistCard & {
  listeners: number | null
  playcount: number | null
  /** the service's own page of the artist */
  url: string | null
  tags: { name: string; url: string | null }[]
  onTour: boolean
  /** plain text of at most 22 sentences, then '...'; null when there is none */
  bio: { text: string; published: string | null } | null
  similar: ArtistCard[]
  /** empty also while the catalogue cannot say */
  albums: AlbumCard[]
}
