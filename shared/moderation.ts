import { z } from 'zod'
import type { AlbumCard } from './catalog.ts'
import type { Thread } from './comments.ts'
import { limits } from './limits.ts'
import { actionKinds, needsNote, reasons, reportedKinds } from './moderationKinds.ts'
import type { ReportedThing } from './moderationKinds.ts'
import { cursorInput, liveInput, rowId, type Page } from './page.ts'
import { texts } from './texts.ts'
import { nicknameInput, type UserCard } from './users.ts'
import type { Visibility } from './visibility.ts'
import { writtenText } from './written.ts'

const reason = z.enum(reasons)
export type Reason = z.infer<typeof reason>
export type ActionKind = (typeof actionKinds)[number]

/** What can be reported: an account by its nickname, anything else by its number. */
const reported = z.union([
  z.strictObject({ account: nicknameInput.shape.nickname }),
  z.strictObject({ review: rowId }),
  z.strictObject({ list: rowId }),
  z.strictObject({ comment: rowId }),
])
export type Reported = z.infer<typeof reported>

export const ownReportInput = z.object({ thing: reported })

/** Some reasons say too little without a note. */
export const reportInput = z
  .object({ thing: reported, reason, note: writtenText(limits.reportNote).default('') })
  .refine((report) => report.note !== '' || !needsNote(report.reason), {
    path: ['note'],
    message: texts.moderation.noteRequired,
  })
export type ReportInput = z.input<typeof reportInput>

/** What became of the viewer's newest report of a thing; null where they have made none. */
export type OwnReport = { state: 'open' | 'closed' } | null

export const reportsInput = z.object({
  state: z.enum(['open', 'closed', 'all']).default('open'),
  reason: reason.nullish(),
  thing: z.enum(reportedKinds).nullish(),
  cursor: cursorInput,
})

export const reportIdInput = z.object({ id: rowId })

/** `seen`: how many actions the moderator has seen in the report; another number by now is refused. */
export const actInput = z.object({
  id: rowId,
  kind: z.enum(actionKinds),
  reason: writtenText(limits.moderationReason).min(1, texts.moderation.reasonRequired),
  seen: z.int().nonnegative(),
})

/** An action by its number. */
export const undoInput = z.object({ id: rowId })
export const trailInput = z.object({ cursor: cursorInput })
export const liveReportsInput = liveInput

/** A report as the page of reports shows it. */
export type ReportRow = {
  id: number
  thing: ReportedThing
  subject: UserCard
  reason: Reason
  createdAt: string
  isOpen: boolean
  /** the beginning of what was reported */
  excerpt: string
  /** open reports of the same thing, this one included */
  open: number
}
export type ReportPage = Page<ReportRow>

/** What was reported, as it was or as it is. */
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
      /** the first of them, with what is noted beside each */
      albums: { artist: string; name: string; note: string }[]
      albumCount: number
    }
  | { kind: 'comment'; text: string; thread: Thread; album: { artist: string; name: string } | null }

/** A thing as it is now. For an account `hidden` means that it is disabled. */
export type Present = { snapshot: Snapshot; hidden: boolean; level: Visibility | null }

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

/** A report with all that a decision needs. */
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
  /** null when the thing is gone */
  now: Present | null
  actions: ActionRow[]
  /** how many actions were taken in this report, which an action names as `seen` */
  seen: number
  /** what can be done now */
  possible: ActionKind[]
  history: {
    joinedAt: string
    isModerator: boolean
    isDisabled: boolean
    reports: { open: number; closed: number }
    /** what was decided in other reports about the account, the newest first */
    actions: ActionRow[]
  }
}

/** A line of the moderators' trail. */
export type ModerationLine = {
  id: string
  at: string
  event: string
  /** null for one that is neither a person nor the operator */
  actor: string | null
  subject: string | null
  thing: ReportedThing | null
  /** as long as the account is there that it was done to */
  reason: string | null
  report: number | null
  action: number | null
  canUndo: boolean
}
export type ModerationTrail = Page<ModerationLine>
