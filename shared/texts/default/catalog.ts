export const catalog = {
  albumNotFound: 'Album not found',
  artistNotFound: 'Artist not found',
  noAlbums: 'No albums found',
  noArtists: 'No artists found',
  popularAlbumsFailed: 'Error loading popular albums',
  popularArtistsFailed: 'Error loading popular artists',
  nothingFound: 'Sonuç bulunamadı',
  noResults: 'No results found',
  searching: 'Loading...',
  unavailable: 'The music catalogue cannot be reached right now. Try again in a moment.',
}
