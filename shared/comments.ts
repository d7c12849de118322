import { z } from 'zod'
import { commentProblem } from './commentProblem.ts'
import { mentioned } from './mentionSchema.ts'
import { count, cursorInput, liveInput, rowId, type Page, pageLimit } from './page.ts'
import { submission } from './submission.ts'
import { userCard } from './users.ts'

/** A review is identified by the id of its log. */
export const threadInput = z.union([z.strictObject({ list: rowId }), z.strictObject({ review: rowId })])
export type Thread = z.infer<typeof threadInput>

export const threadOf = ({ listId, logId }: { listId: number | null; logId: number | null }): Thread =>
  listId === null ? { review: logId! } : { list: listId }

export const commentsInput = z.object({ thread: threadInput, cursor: cursorInput, limit: pageLimit })
export const liveCommentsInput = z.object({ thread: threadInput, ...liveInput.shape })

export const commentText = z
  .string()
  .trim()
  .check(({ value, issues }) => {
    const message = commentProblem(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })

export const addCommentInput = z.object({ thread: threadInput, text: commentText, submission })
export const removeCommentInput = z.object({ id: rowId })
export const likeCommentInput = z.object({ id: rowId, liked: z.boolean() })

export const comment = z.strictObject({
  id: rowId,
  user: userCard,
  text: z.string(),
  createdAt: z.iso.datetime(),
  likeCount: count,
  mentions: z.array(mentioned).optional(),
  /** hidden by a moderator; visible only to its author */
  hidden: z.literal(true).optional(),
})
export type Comment = z.infer<typeof comment>

/** Adds viewer-specific fields, which events do not carry because they go to everybody. */
export type SeenComment = Comment & {
  liked: boolean
  /** true if the viewer had muted its author when the page was read */
  muted?: boolean
}

/** Newest first: `next` leads to earlier comments. `count` is the number in the whole thread. */
export type CommentPage = Page<SeenComment> & { count: number; live: string }
