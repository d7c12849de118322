export const sharing = {
  albums: 'The most popular albums, and a search for all the others.',
  artists: 'The most popular artists, and a search for all the others.',
  lists: 'Lists of albums, made by people on Plak.',
  album: (album: string, artist: string) => `Ratings and reviews of ${album} by ${artist}.`,
  artist: (artist: string) => `${artist}: albums, biography and similar artists.`,
  profile: (nickname: string) => `What ${nickname} listens to, rates and reviews.`,
  list: (nickname: string, albums: string) => `A list of ${albums} by ${nickname}.`,
  /** title of a review: 'deniz on Kid A by Radiohead' */
  reviewOf: (nickname: string, albumBy: string) => `${nickname} on ${albumBy}`,
  byLine: (nickname: string, albums: string) => `by ${nickname} · ${albums}`,
  share: 'Share',
  shareReview: 'Share review',
  copied: 'Link copied',
  copyIt: 'Copy this link',
  link: 'Link',
  noScript: 'Plak needs JavaScript.',
}
