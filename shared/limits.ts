/** Every limit of the product, in one place. Lengths are counted in UTF-16 code units, as a text box counts. */
export const limits = {
  nickname: { min: 3, max: 30 },
  password: { min: 6, max: 128 },
  email: 254,
  bio: 500,
  bioPreview: 30,
  url: 2048,
  customLinks: 10,
  topAlbums: 4,
  review: 10_000,
  comment: 2_000,
  listName: 100,
  listDescription: 2_000,
  listAlbums: 1_000,
  catalogName: 1_000,
  searchQuery: 200,
  userSearch: { min: 2, results: 25 },
  searchPage: 25,
  discoverPage: 24,
  feedPage: 50,
  listsPage: 24,
  listAlbumsPage: 100,
  ownListsPage: 50,
  commentsPage: 30,
  followPage: 50,
  profilePage: 24,
  cardStates: 100,
  sessions: 100,
  rating: 10,
} as const

/** How long the web waits after the last key before it searches, in milliseconds. */
export const debounce = { discover: 500, search: 300 } as const
