export const favorites = {
  none: 'No favorite albums yet',
  topUpdated: 'Favorite albums updated',
  topFailed: 'Error updating favorite albums',
  topFull: 'You can select up to 4 albums',
  topTwice: 'You have already selected this album',
  title: 'Favorites',
  add: 'Add to favorites',
  remove: 'Remove from favorites',
  topAlbums: 'Favorite Albums',
  editTopAlbums: 'Edit Favorite Albums',
  addAlbum: 'Add Album',
  chooseTop: (most: number) => `Search for up to ${most} albums that say who you are.`,
}
