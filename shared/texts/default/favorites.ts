export const favorites = {
  none: 'No favorite albums yet',
  topUpdated: 'Favorite albums updated',
  topFailed: 'Error updating favorite albums',
  topFull: 'You can select up to 4 albums',
  topTwice: 'This album is already among them',
  searchFailed: 'Album search failed',
  movedTo: (album: string, place: number, of: number) => `${album} is now number ${place} of ${of}`,
  title: 'Favorites',
  add: 'Add to favorites',
  remove: 'Remove from favorites',
}
