import { z } from 'zod'
import { commentProblem } from './commentProblem.ts'
import { mentioned } from './mentioned.ts'
import { count, cursorInput, liveInput, rowId, type Page } from './page.ts'
import { userCard } from './users.ts'

/** Things that can have comments: a list, or a review (by the id of its log). */
export const threadInput = z.union([z.strictObject({ list: rowId }), z.strictObject({ review: rowId })])
export type Thread = z.infer<typeof threadInput>

/** Returns the thread of a row that has either a list id or the log id of a review. */
export const threadOf = ({ listId, logId }: { listId: number | null; logId: number | null }): Thread =>
  listId === null ? { review: logId! } : { list: listId }

export const commentsInput = z.object({ thread: threadInput, cursor: cursorInput })
export const liveCommentsInput = z.object({ thread: threadInput, ...liveInput.shape })

export const commentText = z
  .string()
  .trim()
  .check(({ value, issues }) => {
    const message = commentProblem(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })

/** `submission` makes a retry idempotent. */
export const addCommentInput = z.object({ thread: threadInput, text: commentText, submission: z.uuid() })
export const removeCommentInput = z.object({ id: rowId })
/** Contains the wanted state, so that a retry or a double click never toggles it back. */
export const likeCommentInput = z.object({ id: rowId, liked: z.boolean() })

/** A comment without viewer-specific fields. */
export const comment = z.strictObject({
  id: rowId,
  user: userCard,
  text: z.string(),
  createdAt: z.iso.datetime(),
  likeCount: count,
  /** the users whom the text mentions; omitted if there are none */
  mentions: z.array(mentioned).optional(),
  /** hidden by a moderator; visible only to its author */
  hidden: z.literal(true).optional(),
})
export type Comment = z.infer<typeof comment>

/** A comment with viewer-specific fields, which events do not carry because they go to everybody. */
export type SeenComment = Comment & {
  liked: boolean
  /** true if the viewer had muted its author when the page was read */
  muted?: boolean
}

/**
 * Comments of a thread, newest first: the first page has the latest comments, `next` leads to earlier ones. `count` is the
 * number in the whole thread; `live` is the event id from which the live subscription continues.
 */
export type CommentPage = Page<SeenComment> & { count: number; live: string }
