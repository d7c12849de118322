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
  tag: 40,
  /** of a listening */
  tags: 10,
  /** before those that are written twice are taken together */
  tagTexts: 100,
  tagsPage: 100,
  tagSuggestions: 8,
  comment: 2_000,
  /** people that one text can mention */
  mentions: 10,
  mentionSuggestions: 6,
  notificationsPage: 30,
  /** people that a row of notifications has pictures of */
  notifiedFaces: 3,
  listName: 100,
  listDescription: 2_000,
  listAlbums: 1_000,
  listNote: 2_000,
  catalogName: 1_000,
  searchQuery: 200,
  userSearch: { min: 2, results: 25 },
  searchPage: 25,
  discoverPage: 24,
  feedPage: 50,
  listsPage: 24,
  listAlbumsPage: 100,
  /** a page of a list's albums ends with the album whose note passes so many characters in all */
  listNotesPage: 20_000,
  ownListsPage: 50,
  commentsPage: 30,
  followPage: 50,
  followRequestsPage: 50,
  blockedAndMutedPage: 50,
  listenLaterPage: 100,
  profilePage: 24,
  cardStates: 100,
  reportNote: 1_000,
  moderationReason: 1_000,
  reportsPage: 50,
  randomLists: 3,
  /** that an account may have; the least recently used ends when another begins */
  sessions: 50,
  passkeys: 20,
  passkeyName: 50,
  rowId: 2 ** 31 - 1,
  rating: 10,
  spotify: {
    albums: 10_000,
    playlists: 500,
    recentlyPlayed: 5,
    topArtists: 6,
    followedArtists: 12,
    page: 50,
  },
} as const

/** How long the web waits after the last key before it searches, in milliseconds. */
export const debounce = { discover: 500, search: 300 } as const
