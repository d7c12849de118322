import { z } from 'zod'
import type { AlbumCard } from './catalog.ts'
import { threadInput, type Thread } from './comments.ts'
import { cursorInput, type Page } from './page.ts'
import type { UserCard } from './users.ts'

/** What a person can be notified of. */
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

/** The rows of the settings: kinds that are wanted or not together. */
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

/** The row that decides about a kind; an announcement comes to everybody. */
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

/** What is mailed where a person has not said otherwise. Here everything is shown. */
export const mailedAtFirst: ReadonlySet<SettingKind> = new Set([
  'requests',
  'comments',
  'mentions',
  'moderation',
  'reports',
])

/** What a person has chosen: a row a kind, and whether they want the weekly digest. */
export type NotificationSettings = {
  kinds: { kind: SettingKind; here: boolean; email: boolean }[]
  digest: boolean
  /** whether there is mail at all */
  mail: boolean
}

/** Changes one row, or the digest. */
export const setNotificationsInput = z.union([
  z.strictObject({
    kind: z.enum(settingKinds),
    here: z.boolean().optional(),
    email: z.boolean().optional(),
  }),
  z.strictObject({ digest: z.boolean() }),
])

export const notificationsInput = z.object({ cursor: cursorInput })

/** Everything up to this position is read; without one, everything that there is. */
export const markReadInput = z.object({
  upTo: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
})

/** Whether the viewer has muted a thread. */
export const muteThreadInput = z.object({ thread: threadInput, muted: z.boolean() })
export const mutedThreadInput = z.object({ thread: threadInput })

export const suggestPeopleInput = z.object({
  /** what stands behind '@' so far */
  query: z.string().max(30),
  thread: threadInput.optional(),
})

/** What notifications are about. */
export type NotificationThing =
  | { type: 'review'; id: number; album: AlbumCard; owner: string }
  | { type: 'list'; id: number; name: string; owner: string }

/** A row of the page: one or more notifications. */
export type NotificationGroup = {
  /** names it for as long as it is there */
  id: number
  kind: NotificationKind
  /** of its newest: the order of the page, and what 'read up to' counts */
  position: number
  at: string
  unread: boolean
  /** how many people, or, of comments that are folded, how many comments */
  count: number
  /** those who did it, the newest first, as many as are named */
  people: UserCard[]
  thing: NotificationThing | null
  /** whether the thing is the viewer's own */
  own: boolean
  /** the comment that it leads to */
  comment: number | null
  /** the thread, where it can be muted */
  thread: Thread | null
  /** further values of its text */
  detail: NotificationDetail | null
}

/** What a notification says that stands nowhere else. */
export type NotificationDetail = {
  /** of an announcement; the reason of a moderator */
  text?: string
  /** what a moderator did, and the title of what it was done to */
  action?: string
  about?: string
  /** albums that an import wrote */
  imported?: number
}

export type NotificationPage = Page<NotificationGroup> & UnreadState

/** How many groups are unread (at most 100), up to where everything is read, and the newest position. */
export type UnreadState = { unread: number; readUpTo: number; newest: number }
