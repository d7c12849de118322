import type { AlbumCard, AlbumPage, ArtistAlbum, ArtistPage, Chart } from '../../shared/catalog.ts'
import type { AlbumInfo } from './lastfm/albums.ts'
import type { ArtistInfo } from './lastfm/artists.ts'

/** An album of an artist; `type` and `releaseDate` are omitted by a service that does not know them. */
export type AlbumOfArtist = AlbumCard & { type?: ArtistAlbum['type']; releaseDate?: string | null }

/**
 * The catalogue in force: Last.fm (lastfm/client.ts), or our own rows, which MusicBrainz fills (server/catalog/keyless/). Every call throws `unavailable` if there is no usable answer; calls for one album or artist throw
 * `notFound`, and return canonical names. Pages count from 1; a page past the end is empty.
 */
export type Catalogue = {
  /** true if albums and artists come from our own rows, which need no cache */
  isOwn: boolean
  searchAlbums: (query: string, page: number) => Promise<AlbumPage>
  topAlbums: (page: number, chart?: Chart) => Promise<AlbumPage>
  /** `patience`: milliseconds to wait for an album that has no row and is being looked up. @throws LookingUp after that */
  album: (artist: string, album: string, patience?: number) => Promise<AlbumInfo>
  searchArtists: (query: string, page: number) => Promise<ArtistPage>
  topArtists: (page: number) => Promise<ArtistPage>
  artist: (name: string) => Promise<ArtistInfo>
  artistAlbums: (name: string) => Promise<{ artist: string; albums: AlbumOfArtist[] }>
  /** variants whose calls have lower priority */
  forVisitors: Catalogue
  forImports: Catalogue
  /** Returns a variant that calls `spend` before each new look-up. */
  countedBy: (spend: () => Promise<void>) => Catalogue
}
