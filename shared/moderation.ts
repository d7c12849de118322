import { z } from 'zod'
import type { AlbumType } from './albumTypes.ts'
import { albumRef, type AlbumCard, type AlbumRef } from './catalog.ts'
import type { Thread } from './comments.ts'
import { limits } from './limits.ts'
import { actionKinds, needsNote, reasons, reportedKinds } from './moderationKinds.ts'
import type { ReportedThing } from './moderationKinds.ts'
import { cursorInput, liveInput, rowId, type Page } from './page.ts'
import { moderation as texts } from './texts/default/moderation.ts'
import { nicknameInput, type UserCard } from './users.ts'
import type { Visibility } from './visibility.ts'
import { writtenText } from './written.ts'

const reason = z.enum(reasons)
export type Reason = z.infer<typeof reason>
export type ActionKind = (typeof actionKinds)[number]

/** Things that can be reported: an account and an album by their names, all others by their id. */
const reported = z.union([
  z.strictObject({ account: nicknameInput.shape.nickname }),
  z.strictObject({ review: rowId }),
  z.strictObject({ list: rowId }),
  z.strictObject({ comment: rowId }),
  z.strictObject({ album: albumRef }),
])
export type Reported = z.infer<typeof reported>

export const ownReportInput = z.object({ thing: reported })

export const reportInput = z
  .object({ thing: reported, reason, note: writtenText(limits.reportNote).default('') })
  .refine((report) => report.note !== '' || !needsNote(report.reason), {
    path: ['note'],
    message: texts.noteRequired,
  })
export type ReportInput = z.input<typeof reportInput>

export type OwnReport = { state: 'open' | 'closed' } | null

export const reportsInput = z.object({
  state: z.enum(['open', 'closed', 'all']).default('open'),
  reason: reason.nullish(),
  thing: z.enum(reportedKinds).nullish(),
  cursor: cursorInput,
})

export const reportIdInput = z.object({ id: rowId })

/** `seen`: the number of actions in the report that the moderator has seen; the call fails if it is no longer current. */
export const actInput = z.object({
  id: rowId,
  kind: z.enum(actionKinds),
  reason: writtenText(limits.moderationReason).min(1, texts.reasonRequired),
  seen: z.int().nonnegative(),
})

const album = z.object(albumRef.shape)
export const mergePreviewInput = z.object({ from: album, into: album })
export const mergeInput = mergePreviewInput.extend({
  reason: writtenText(limits.moderationReason).min(1, texts.reasonRequired),
})

/** How many of each a merge moves, private ones included. */
export type MergePreview = Record<
  'listens' | 'reviews' | 'favorites' | 'topFours' | 'lists' | 'listenLater' | 'imports',
  number
>

export const undoInput = z.object({ id: rowId })
export const trailInput = z.object({ cursor: cursorInput })
export const liveReportsInput = liveInput

export type ReportRow = {
  id: number
  thing: ReportedThing
  subject: UserCard
  reason: Reason
  createdAt: string
  isOpen: boolean
  excerpt: string
  /** open reports of the same thing, this one included */
  open: number
}
export type ReportPage = Page<ReportRow>

/** The reported thing, at the time of the report or now. */
export type Snapshot =
  | { kind: 'account'; nickname: string; avatar: string | null; bio: string; links: string[] }
  | {
      kind: 'review'
      album: AlbumCard
      rating: number
      text: string
      tags: string[]
      date: string | null
    }
  | {
      kind: 'list'
      name: string
      description: string
      /** the first of them, each with its note */
      albums: { artist: string; name: string; note: string }[]
      albumCount: number
    }
  | { kind: 'comment'; text: string; thread: Thread; album: { artist: string; name: string } | null }
  | { kind: 'album'; album: AlbumCard; type: AlbumType | null; tracks: string[] }

/**
 * The current state of a thing. For an account, `hidden` means that it is disabled. `snapshot` is null in a closed report if only
 * the owner can see the thing.
 */
export type Present = { snapshot: Snapshot | null; hidden: boolean; level: Visibility | null }

export type ActionRow = {
  id: number
  kind: ActionKind
  thing: ReportedThing
  reason: string
  moderator: string
  createdAt: string
  undoneAt: string | null
  canUndo: boolean
}

export type ReportView = {
  id: number
  thing: ReportedThing
  subject: UserCard
  reporter: UserCard
  reason: Reason
  note: string
  createdAt: string
  isOpen: boolean
  snapshot: Snapshot
  /** null if the thing was deleted */
  now: Present | null
  actions: ActionRow[]
  seen: number
  possible: ActionKind[]
  history: {
    joinedAt: string
    isModerator: boolean
    isDisabled: boolean
    reports: { open: number; closed: number }
    /** decisions in other reports about the account, newest first */
    actions: ActionRow[]
  }
}

/** Values of an album before and after an edit: only those that it changed. `cover`: whether there is one. */
export type EditedAlbum = {
  artist?: string
  name?: string
  releaseDate?: string | null
  type?: AlbumType | null
  genres?: string[]
  tracks?: string[]
  musicbrainz?: string | null
  cover?: boolean
}

export type ModerationLine = {
  id: string
  at: string
  event: string
  /** null if it is neither a user nor the operator */
  actor: string | null
  subject: string | null
  thing: ReportedThing | null
  /** kept until the affected account is deleted */
  reason: string | null
  report: number | null
  action: number | null
  /** of a merge of albums */
  albums?: { from: { artist: string; name: string }; into: { artist: string; name: string } }
  canUndo: boolean
  /** set for an edit of an album, as long as the album exists */
  edit: { album: AlbumRef; before: EditedAlbum; after: EditedAlbum } | null
}
export type ModerationTrail = Page<ModerationLine>
