// What files of other services come to, in words of ours: the page needs these without zod.

/** What a file can be, in the order in which people are told. */
const importFormats = [
  'plak',
  'rateYourMusic',
  'albumOfTheYear',
  'discogs',
  'lastfm',
  'listenBrainz',
  'spotify',
  'spotifyHistory',
  'neodb',
  'musicboard',
  'table',
] as const
export type ImportFormat = (typeof importFormats)[number]

/** Where an import stands. From 'preview' on its rows can be seen, and from 'importing' on they are written. */
export const importStates = [
  'uploading',
  'reading',
  'preview',
  'importing',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]
/** A person has one import at most that is in one of these states. */
export const activeStates: readonly ImportState[] = [
  'uploading',
  'reading',
  'preview',
  'importing',
  'undoing',
]

/** What a row comes to. 'left' are rows that the settings leave out. */
export const rowStates = [
  'looking',
  'ready',
  'decide',
  'here',
  'missing',
  'unreadable',
  'left',
  'written',
] as const

export type RowState = (typeof rowStates)[number]

/** The largest rating of a scale: 0.5–5, 1–10, 0–100. */
export const scales = ['5', '10', '100'] as const
export const dateOrders = ['dayFirst', 'monthFirst'] as const
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1254',
  'windows-1251',
  'windows-1250',
  'windows-1253',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'big5',
] as const
export type Scale = (typeof scales)[number]
export type DateOrder = (typeof dateOrders)[number]
export type Encoding = (typeof encodings)[number]

/** What a column of an unknown table can be. */
export const columnRoles = [
  'none',
  'artist',
  'album',
  'track',
  'year',
  'date',
  'rating',
  'review',
  'tags',
  'relisten',
  'favorite',
  'kind',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** What files hold that an import does not take. */
export const notTakenKinds = [
  'otherMedia',
  'otherLists',
  'opinionsOfPlays',
  'notes',
  'posts',
  'comments',
  'likes',
] as const
type NotTakenKind = (typeof notTakenKinds)[number]
export type NotTaken = Partial<Record<NotTakenKind, number>>

/** The limits of a file; an error names the one that was exceeded. */
export const importLimits = {
  upload: 200 * 1024 * 1024,
  inflated: 2 * 1024 * 1024 * 1024,
  entries: 100_000,
  /** tables, JSON and other texts in a zip */
  texts: 1_000,
  rows: 1_000_000,
  columns: 1_000,
  /** letters of one row, or of one entry of a list */
  row: 1_000_000,
  rowsPage: 50,
  page: 20,
} as const

/** The header in which an upload names its file, percent-encoded. */
export const FILE_NAME_HEADER = 'x-file-name'
/** The header in which an upload names the browser's time zone. */
export const TIME_ZONE_HEADER = 'x-time-zone'
