export const favorites = {
  none: 'No favorite albums yet',
  topUpdated: 'Favorite albums updated',
  topFailed: 'Error updating favorite albums',
  topFull: 'You can select up to 4 albums',
  topTwice: 'This album is already among them',
  title: 'Favorites',
  add: 'Add to favorites',
  remove: 'Remove from favorites',
  topAlbums: 'Favorite Albums',
  editTopAlbums: 'Edit Favorite Albums',
  addAlbum: 'Add Album',
  chooseTop: (most: number) => `Search for up to ${most} albums that say who you are.`,
}
