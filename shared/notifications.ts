import { z } from 'zod'
import type { AlbumCard } from './catalog.ts'
import { threadInput, type Thread } from './comments.ts'
import { cursorInput, type Page, pageLimit } from './page.ts'
import type { UserCard } from './users.ts'

export type NotificationKind =
  | 'follow'
  | 'followRequest'
  | 'requestAccepted'
  | 'likeReview'
  | 'likeList'
  | 'likeComment'
  | 'comment'
  | 'thread'
  | 'mention'
  | 'importDone'
  | 'warning'
  | 'decision'
  | 'reportReviewed'
  | 'report'
  | 'announcement'

/** The rows of the settings; each covers the kinds that are turned on or off together. */
export const settingKinds = [
  'follows',
  'requests',
  'accepted',
  'likes',
  'comments',
  'threads',
  'mentions',
  'imports',
  'moderation',
  'reports',
] as const
export type SettingKind = (typeof settingKinds)[number]

/** The settings row of each kind; announcements are always sent. */
export const settingOf: Record<NotificationKind, SettingKind | null> = {
  follow: 'follows',
  followRequest: 'requests',
  requestAccepted: 'accepted',
  likeReview: 'likes',
  likeList: 'likes',
  likeComment: 'likes',
  comment: 'comments',
  thread: 'threads',
  mention: 'mentions',
  importDone: 'imports',
  warning: 'moderation',
  decision: 'moderation',
  reportReviewed: 'moderation',
  report: 'reports',
  announcement: null,
}

/** The rows that send mail by default. In the product, all are shown by default. */
export const mailedAtFirst: ReadonlySet<SettingKind> = new Set([
  'requests',
  'comments',
  'mentions',
  'moderation',
  'reports',
])

export type NotificationSettings = {
  /** `push` only where there is push */
  kinds: { kind: SettingKind; here: boolean; email: boolean; push?: boolean }[]
  digest: boolean
  mail: boolean
  push?: boolean
}

export const setNotificationsInput = z.union([
  z.strictObject({
    kind: z.enum(settingKinds),
    here: z.boolean().optional(),
    email: z.boolean().optional(),
    push: z.boolean().optional(),
  }),
  z.strictObject({ digest: z.boolean() }),
])

export const notificationsInput = z.object({ cursor: cursorInput, limit: pageLimit })

/** Marks everything up to this position as read; without one, everything. */
export const markReadInput = z.object({
  upTo: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
})

export const muteThreadInput = z.object({ thread: threadInput, muted: z.boolean() })
export const mutedThreadInput = z.object({ thread: threadInput })

export const suggestPeopleInput = z.object({
  query: z.string().max(30),
  thread: threadInput.optional(),
})

export type NotificationThing =
  | { type: 'review'; id: number; album: AlbumCard; owner: string }
  | { type: 'list'; id: number; name: string; owner: string }

export type NotificationGroup = {
  /** stable id while the row exists */
  id: number
  kind: NotificationKind
  /** position of its newest notification: the sort order of the page, and the unit of `readUpTo` */
  position: number
  at: string
  unread: boolean
  /** the number of users or, for grouped comments, of comments */
  count: number
  /** the users who caused it, newest first; only those whom the sentence names */
  people: UserCard[]
  thing: NotificationThing | null
  own: boolean
  comment: number | null
  /** the thread, if it can be muted */
  thread: Thread | null
  detail: NotificationDetail | null
}

export type NotificationDetail = {
  /** of an announcement, or a moderator's reason */
  text?: string
  /** a moderator's action, and the title of the affected thing */
  action?: string
  about?: string
  imported?: number
}

export type NotificationPage = Page<NotificationGroup> & UnreadState

/** The number of unread groups (at most 100), the position up to which everything is read, and the newest position. */
export type UnreadState = { unread: number; readUpTo: number; newest: number }
