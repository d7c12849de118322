import { z } from 'zod'
import { albumSorts } from './albumChoice.ts'
import type { AlbumType } from './albumTypes.ts'
import { limits } from './limits.ts'
import { liveInput, pageNumber } from './page.ts'
import { texts } from './texts.ts'

const nameOr = (missing: string) =>
  z.string().trim().min(1, missing).max(limits.catalogName, texts.tooLong(limits.catalogName))
const catalogName = nameOr(texts.catalog.albumNotFound)

export const albumRef = z.object({ artist: catalogName, album: catalogName })
export type AlbumRef = z.infer<typeof albumRef>

export const liveAlbumInput = albumRef.extend(liveInput.shape)

export const artistRef = z.object({ artist: nameOr(texts.catalog.artistNotFound) })
export type ArtistRef = z.infer<typeof artistRef>

export const searchInput = z.object({
  query: z.string().trim().min(1).max(limits.searchQuery, texts.tooLong(limits.searchQuery)),
  page: pageNumber,
})
/** Charts of the week and of the year, the default. Last.fm has one for both. */
const charts = ['trending', 'discover'] as const
export type Chart = (typeof charts)[number]

export const popularInput = z.object({ page: pageNumber, chart: z.enum(charts).optional() })
export const popularArtistsInput = z.object({ page: pageNumber })

/** The first year of a decade. */
export const decadeInput = z.int().min(1000).max(9990).multipleOf(10)

/** Our own albums, by `AlbumChoice`. An unknown genre means none, and no choice means the popular albums. */
export const browseInput = z.object({
  decade: decadeInput.optional(),
  genre: z.string().max(limits.catalogName).optional(),
  sort: z.enum(albumSorts).optional(),
  page: pageNumber,
})

/** The genre is the one that is chosen. */
export const genresInput = z.object({ genre: z.string().max(limits.catalogName).nullable() })

/** The last page that a pager offers. The service reports millions of pages, but later ones are empty or time out. */
export const LAST_PAGE = 200

/** `image` is an absolute http(s) URL of about 300 pixels, or null. */
export const albumCard = z.strictObject({
  artist: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  /** year of the first release; null if it is not known */
  year: z.int().nullable().default(null),
})
export type AlbumCard = z.infer<typeof albumCard>
/** The fields that a cover shows. */
export type CoverAlbum = Omit<AlbumCard, 'year'>

/** '1997', '1997-05' or '1997-05-21' */
export const isReleaseDate = (text: string): boolean =>
  /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text)

export type AlbumPage = { albums: AlbumCard[]; page: number; hasNext: boolean }

/** `withoutCatalogue` is set if the albums are only our own, because there is no service. */
export type PopularPage = AlbumPage & { withoutCatalogue?: 'notSetUp' }

/** `more` is 'failed' if the albums are only our own, because the service could not be asked. */
export type AlbumSearch = PopularPage & { more: 'none' | 'failed' }

export type Track = {
  position: number
  name: string
  /** seconds; null if the catalogue does not know it */
  duration: number | null
  /** set if the artist of the track is not the artist of the album */
  featuredArtist: string | null
}

/** The state of an album's link to MusicBrainz; 'waiting' while it is looked up. */
type LinkState = 'waiting' | 'linked' | 'ambiguous' | 'none'

/** Data of an album from our own rows, besides its card. */
export type AlbumFacts = {
  /** '1997', '1997-05' or '1997-05-21' */
  releaseDate: string | null
  type: AlbumType | null
  /** the most voted first */
  genres: string[]
  /** nickname of the user who added the album, if the viewer can see them */
  addedBy: string | null
  /** `id` and `url` are those of the release group, while it is linked */
  musicbrainz: { state: LinkState; id: string | null; url: string | null }
}

/** Data of an album from the service. Numbers are null if the catalogue does not know them. */
export type ServiceAlbum = AlbumCard & {
  listeners: number | null
  playcount: number | null
  url: string | null
  tags: { name: string; url: string | null }[]
  tracks: Track[]
  /** plain text, cut at the service's first link; null when nothing is left */
  wiki: { text: string; published: string | null } | null
  /** a vivid colour of the cover, '#rrggbb'; null if it has none or it is not known yet */
  tint: string | null
  /** page of the cover's source, if it must be named */
  coverSource?: string
}

export type AlbumDetails = ServiceAlbum &
  AlbumFacts & {
    /**
     * set if the data is from our database only: the catalogue does not know the album, is unreachable or not set up; 'looking' if
     * nothing is known because the album is being looked up
     */
    withoutCatalogue?: 'notFound' | 'unavailable' | 'notSetUp' | 'looking'
  }

/** The catalogue has no pictures; `catalog.artistPicture` can have one. */
export type ArtistCard = { name: string; image: string | null }

/**
 * The streaming service's picture of an artist. `unavailable` is set
 * if the service could not be reached; a later request can find one.
 */
export type ArtistPicture = { image: string | null; unavailable?: true }

/** The author and the license of a picture, which must be shown beside it. */
export type PictureCredit = {
  author: string | null
  license: { name: string; url: string | null }
  /** address of the picture's page */
  page: string
}

export type ArtistPage = { artists: ArtistCard[]; page: number; hasNext: boolean }

export type ArtistDetails = ArtistCard & {
  listeners: number | null
  playcount: number | null
  url: string | null
  tags: { name: string; url: string | null }[]
  onTour: boolean
  /** plain text of at most 22 sentences, then '...'; null when there is none */
  bio: { text: string; published: string | null } | null
  similar: ArtistCard[]
  /** newest first as far as dates are known; only our own while the catalogue is unreachable */
  albums: ArtistAlbum[]
  /** set if `image` must be credited */
  imageCredit?: PictureCredit
  /** page of the artist at MusicBrainz, if what is known of them comes from there */
  musicbrainzUrl?: string
  /** set while the artist or their albums are being looked up */
  isLookedUp?: true
  /** set if there is no service, and only our own albums are known */
  withoutCatalogue?: 'notSetUp'
}

/** `type` is null if it is not known, 'other' if we have no name for it. */
export type ArtistAlbum = AlbumCard & { type: AlbumType | 'other' | null }
