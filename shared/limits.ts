/** All limits of the product. Lengths are in UTF-16 code units, as text boxes count them. */
export const limits = {
  nickname: { min: 3, max: 30 },
  password: { min: 6, max: 128 },
  email: 254,
  bio: 500,
  bioPreview: 30,
  url: 2048,
  customLinks: 10,
  topAlbums: 4,
  picks: 500,
  review: 10_000,
  tag: 40,
  /** per listening */
  tags: 10,
  /** before duplicates are merged */
  tagTexts: 100,
  tagsPage: 100,
  tagSuggestions: 8,
  comment: 2_000,
  /** maximum number of users that one text can mention */
  mentions: 10,
  mentionSuggestions: 6,
  notificationsPage: 30,
  notifiedFaces: 3,
  listName: 100,
  listDescription: 2_000,
  listAlbums: 1_000,
  listNote: 2_000,
  catalogName: 1_000,
  albumYear: 1860,
  albumTracks: 200,
  trackName: 300,
  genres: 20,
  genre: 100,
  searchQuery: 200,
  userSearch: { min: 2, results: 25 },
  searchPage: 25,
  discoverPage: 24,
  feedPage: 50,
  /** of each part of 'For you' */
  home: { entries: 3, albums: 6 },
  listsPage: 12,
  listAlbumsPage: 100,
  /** a page of a list's albums ends with the album whose note exceeds this total number of characters */
  listNotesPage: 20_000,
  ownListsPage: 50,
  commentsPage: 30,
  followPage: 50,
  followRequestsPage: 50,
  blockedAndMutedPage: 50,
  mutedNames: 5_000,
  listenLaterPage: 100,
  profilePage: 24,
  cardStates: 100,
  reportNote: 1_000,
  moderationReason: 1_000,
  reportsPage: 50,
  randomLists: 3,
  /** per account; a new session ends the least recently used one */
  sessions: 50,
  passkeys: 20,
  passkeyName: 50,
  pushDevices: 20,
  tokens: 20,
  tokenName: 50,
  playsPage: 50,
  /** of a name at another service */
  serviceUser: 100,
  player: 100,
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

/**
 * Limits of a file that is imported, and of pages of imports. Their numbers are also in the texts (shared/texts): in Turkish the
 * suffix depends on the number.
 */
export const importLimits = {
  upload: 200 * 1024 * 1024,
  inflated: 2 * 1024 * 1024 * 1024,
  entries: 100_000,
  /** tables, JSON and other texts in a zip */
  texts: 1_000,
  rows: 1_000_000,
  columns: 1_000,
  /** maximum number of letters of one row, or of one entry of a list */
  row: 1_000_000,
  rowsPage: 50,
  page: 20,
} as const

/** Limits of a picture that somebody uploads as a cover. The first is also in a text. */
export const pictureLimits = {
  upload: 8 * 1024 * 1024,
  pixels: 40_000_000,
  shortestEdge: 100,
  longestEdge: 12_000,
} as const

export const adminLimits = {
  announcement: 1_000,
  invitationDays: 3_650,
  peoplePage: 50,
  trailPage: 50,
} as const

/** Maximum number of pixels of a picture that somebody uploads of themselves. */
export const avatarPixels = 50_000_000

/** In milliseconds after the last key press. */
export const debounce = { discover: 500, search: 300 } as const
