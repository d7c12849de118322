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
import { count, cursorInput, rowId } from './page.ts'
import { isTimeZone } from './timeZones.ts'
import { visibility, type Visibility } from './visibility.ts'

export * from './importKinds.ts'

// Files that a person brings: `POST /account/import` takes one (paths.importFile), and everything else goes by its id.

const rowState = z.enum(rowStates)
export type RowKind = 'listening' | 'wish' | 'heart' | 'listed' | 'top' | 'follow'

/** Numbers of rows. */
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

/** What a person can choose of an import; what is left out stays. The same file is then read anew, decisions stay. */
const importSettings = z.object({
  scale: z.enum(scales).optional(),
  dateOrder: z.enum(dateOrders).optional(),
  encoding: z.enum(encodings).optional(),
  /** where the person listened: an IANA name, by which the moments of a history become days */
  timeZone: z.string().refine(isTimeZone).optional(),
  /** what each column is, in their order */
  columns: z.array(z.enum(columnRoles)).max(1_000).optional(),
  /** the widest level: a row whose own is stricter keeps that */
  visibility: visibility.optional(),
  wishes: z.boolean().optional(),
  follows: z.boolean().optional(),
})
export type ImportSettings = z.output<typeof importSettings>

/** What a file leaves open: a select each, with a value that is guessed or chosen. What is null is not asked. */
export type ImportAsks = {
  scale: Scale | null
  dateOrder: DateOrder | null
  /** of tables alone */
  encoding: Encoding | null
  /** null where the file has no moments */
  timeZone: string | null
  /** of a table that is not known: its columns, each with what it is taken for and the first cells below it */
  columns: { name: string; role: ColumnRole; sample: string[] }[] | null
  /** the widest level that a row gets; null if no row of the file has a level */
  visibility: Visibility | null
  /** null where it has no wishes */
  wishes: boolean | null
  follows: boolean | null
}

/** Where an import stands, in numbers; sent as a live event, too. */
export const importProgress = z.strictObject({
  id: rowId,
  state: z.enum(importStates),
  /** of the whole work, 0 to 1: while the file is read how far, later the rows that have come to something */
  done: z.number().min(0).max(1),
  counts: rowCounts,
  /** different albums of the rows that are ready; what 'Import 214 albums' says */
  albums: count,
  /** how long looking up takes at the catalogue's pace; 0 when nothing is looked up */
  secondsLeft: count,
  /** whether the catalogue cannot be asked just now, so that looking up waits */
  isAway: z.boolean(),
})
export type ImportProgress = z.infer<typeof importProgress>

export type ImportView = ImportProgress & {
  /** null while it is not known */
  format: ImportFormat | null
  fileName: string
  createdAt: string
  /** when it was started, and when it ended: done, failed, cancelled or undone */
  startedAt: string | null
  endedAt: string | null
  /** why it failed, in the caller's language */
  error: string | null
  asks: ImportAsks
  /** how many things of each kind the file holds that are not taken */
  notTaken: NotTaken
  /** people here whom the file follows */
  follows: string[]
  /** whether 'Download the rest' has something to give, until thirty days after the end */
  hasRest: boolean
  canUndo: boolean
  /** what an undo took away, and what it left because it was edited since */
  undone: { removed: number; kept: number } | null
}

/** A page of the viewer's imports, newest first. `live` is where `imports.live` goes on from. */
export type ImportPage = { items: ImportView[]; next: string | null; live: string }

export const importInput = z.object({ id: rowId })
export const importListInput = z.object({ cursor: cursorInput })
/** The rows in one of these states, or all, in the file's order. */
export const importRowsInput = importInput.extend({ state: rowState.optional(), cursor: cursorInput })
const rowInput = importInput.extend({ row: z.int().nonnegative().max(2_000_000) })
export const proposalsInput = rowInput
/** Says which album a row means; the same holds for all rows of the same names. `day`: of an album heard by a history. */
export const chooseInput = rowInput.extend({ album: albumRef })
export type ChooseInput = z.output<typeof chooseInput>
export const setImportInput = importInput.extend({ settings: importSettings })

/** A row of a file with what would be written of it, or was. */
export type ImportRowView = {
  row: number
  kind: RowKind
  state: RowState
  /** why it is not written, in the caller's language */
  why: string | null
  /** as the file names it */
  artist: string
  album: string
  /** the album that it means here; null while none is found */
  found: AlbumCard | null
  date: string | null
  rating: number
  review: string
  tags: string[]
  relisten: boolean
  visibility: Visibility | null
  /** of a history of plays */
  heard: { first: string | null; last: string | null; tracks: number; plays: number } | null
  /** of an album in a list */
  list: { name: string; place: number; note: string } | null
  /** of a follow */
  nickname: string | null
}
export type ImportRowPage = { items: ImportRowView[]; next: string | null }

/** What may be meant by a row: the albums that fit, the likeliest first. */
export type Proposals = { artist: string; album: string; albums: AlbumCard[] }

/** What the upload answers; an error is `{ error }` with a sentence. */
export type Uploaded = { id: number }
