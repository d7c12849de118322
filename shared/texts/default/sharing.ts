/** what a page says of itself where it is shared: to search engines, and under a link in a chat */
export const sharing = {
  albums: 'The albums that most people listen to, and every other one.',
  artists: 'The artists that most people listen to, and every other one.',
  lists: 'Lists of albums, made by the people of Plak.',
  album: (album: string, artist: string) => `Ratings and reviews of ${album} by ${artist}.`,
  artist: (artist: string) => `${artist}: albums, similar artists, and what people hear in them.`,
  profile: (nickname: string) => `What ${nickname} listens to, rates and reviews.`,
  list: (nickname: string, albums: string) => `A list of ${albums} by ${nickname}.`,
  /** a review where it is named: 'deniz on Kid A by Radiohead' */
  reviewOf: (nickname: string, albumBy: string) => `${nickname} on ${albumBy}`,
  /** under a list's name in its picture */
  byLine: (nickname: string, albums: string) => `by ${nickname} · ${albums}`,
  share: 'Share',
  shareReview: 'Share review',
  copied: 'Link copied',
  copyIt: 'Copy this link',
  link: 'Link',
  noScript: 'Plak needs JavaScript.',
}
