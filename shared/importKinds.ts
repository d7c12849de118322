// Types of imports and their rows, without zod for the web.

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

/** States of an import. Its rows are visible from 'preview' on, and are written from 'importing' on. */
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
/** A user has at most one import in one of these states. */
export const activeStates: readonly ImportState[] = [
  'uploading',
  'reading',
  'preview',
  'importing',
  'undoing',
]
export const hasEnded = (state: ImportState): boolean => !activeStates.includes(state)

/** Formats whose rows can have a visibility of their own. */
export const formatsWithLevels: readonly ImportFormat[] = ['plak', 'neodb']

/** States of a row. 'left' are rows that the settings exclude. */
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

/** The highest rating of a scale: 0.5–5, 1–10, 0–100. */
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

export const notTakenKinds = [
  'otherMedia',
  'otherLists',
  'otherTables',
  'opinionsOfPlays',
  'favoritesOfPlays',
  'playsWithoutAlbum',
  'feedback',
  'playlists',
  'opinionsOfWishes',
  'notes',
  'posts',
  'comments',
  'likes',
] as const
type NotTakenKind = (typeof notTakenKinds)[number]
export type NotTaken = Partial<Record<NotTakenKind, number>>

/** Header of an upload with its file name, percent-encoded. */
export const FILE_NAME_HEADER = 'x-file-name'
export const TIME_ZONE_HEADER = 'x-time-zone'
