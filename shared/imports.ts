import { z } from 'zod'
import { albumRef, type AlbumCard } from './catalog.ts'
import {
  columnRoles,
  dateOrders,
  encodings,
  importStates,
  rowStates,
  scales,
  type ColumnRole,
  type DateOrder,
  type Encoding,
  type ImportFormat,
  type NotTaken,
  type RowState,
  type Scale,
} from './importKinds.ts'
import { importLimits } from './limits.ts'
import { count, cursorInput, rowId } from './page.ts'
import { isTimeZone } from './timeZones.ts'
import { visibility, type Visibility } from './visibility.ts'

export * from './importKinds.ts'

// Import of files: `POST /account/import` receives a file (paths.importFile); all other procedures use its id.

const rowState = z.enum(rowStates)
export type RowKind = 'listening' | 'wish' | 'heart' | 'listed' | 'top' | 'follow'

const rowCounts = z.strictObject({
  looking: count,
  ready: count,
  decide: count,
  here: count,
  missing: count,
  unreadable: count,
  left: count,
  written: count,
})
export type RowCounts = z.infer<typeof rowCounts>

/** Settings of an import; omitted fields keep their value. Changing them reads the same file again; decisions are kept. */
const importSettings = z.object({
  scale: z.enum(scales).optional(),
  dateOrder: z.enum(dateOrders).optional(),
  encoding: z.enum(encodings).optional(),
  /** the user's time zone as an IANA name; it determines the days of a listening history */
  timeZone: z.string().refine(isTimeZone).optional(),
  columns: z.array(z.enum(columnRoles)).max(importLimits.columns).optional(),
  /** the widest level: a row with a stricter level keeps its own */
  visibility: visibility.optional(),
  wishes: z.boolean().optional(),
  follows: z.boolean().optional(),
})
export type ImportSettings = z.output<typeof importSettings>

/** Choices that a file requires, each with its guessed or chosen value. The page does not show those that are null. */
export type ImportAsks = {
  scale: Scale | null
  dateOrder: DateOrder | null
  encoding: Encoding | null
  timeZone: string | null
  /** for an unknown table: its columns, each with its assumed role and its first cells */
  columns: { name: string; role: ColumnRole; sample: string[] }[] | null
  /** the widest level of the rows; null if no row of the file has a level */
  visibility: Visibility | null
  wishes: boolean | null
  follows: boolean | null
}

export const importProgress = z.strictObject({
  id: rowId,
  state: z.enum(importStates),
  /** share of the whole work, 0 to 1: the part of the file that is read, and later the rows that are settled */
  done: z.number().min(0).max(1),
  counts: rowCounts,
  albums: count,
  /** estimated duration of the remaining look-ups at the catalogue's rate limit; 0 if there are none */
  secondsLeft: count,
  /** true while the catalogue is unreachable and look-ups wait */
  isAway: z.boolean(),
})
export type ImportProgress = z.infer<typeof importProgress>

export type ImportView = ImportProgress & {
  format: ImportFormat | null
  fileName: string
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  /** the reason of a failure, in the caller's language */
  error: string | null
  asks: ImportAsks
  notTaken: NotTaken
  /** users of this server whom the file follows */
  follows: string[]
  /** true if it has ended and its rows can be read: those of a started import are kept for thirty days after the end */
  hasRows: boolean
  /** true if 'Download the rest' has rows */
  hasRest: boolean
  canUndo: boolean
  /** how many rows an undo removed, and how many it kept because they were edited since */
  undone: { removed: number; kept: number } | null
}

export type ImportPage = { items: ImportView[]; next: string | null; live: string }

export const importInput = z.object({ id: rowId })
export const importListInput = z.object({ cursor: cursorInput })
export const importRowsInput = importInput.extend({ state: rowState.optional(), cursor: cursorInput })
const rowInput = importInput.extend({ row: z.int().nonnegative().max(2_000_000) })
export const proposalsInput = rowInput
/** The album is also assigned to all rows with the same names. */
export const chooseInput = rowInput.extend({ album: albumRef })
export type ChooseInput = z.output<typeof chooseInput>
export const setImportInput = importInput.extend({ settings: importSettings })

export type ImportRowView = {
  row: number
  kind: RowKind
  state: RowState
  /** why it is not written, in the caller's language */
  why: string | null
  /** as the file names it */
  artist: string
  album: string
  found: AlbumCard | null
  date: string | null
  rating: number
  review: string
  tags: string[]
  relisten: boolean
  visibility: Visibility | null
  heard: { first: string | null; last: string | null; tracks: number; plays: number } | null
  list: { name: string; place: number; note: string } | null
  nickname: string | null
}
export type ImportRowPage = { items: ImportRowView[]; next: string | null }

/** Candidate albums for a row, most likely first. */
export type Proposals = { artist: string; album: string; albums: AlbumCard[] }

/** Response to an upload; an error is `{ error }` with a sentence. */
export type Uploaded = { id: number }
