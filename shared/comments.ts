import { z } from 'zod'
import { commentProblem } from './commentProblem.ts'
import { mentioned } from './mentioned.ts'
import { count, cursorInput, liveInput, rowId, type Page } from './page.ts'
import { userCard } from './users.ts'

/** What can be talked about: a list, or a review (by the number of its log). */
export const threadInput = z.union([z.strictObject({ list: rowId }), z.strictObject({ review: rowId })])
export type Thread = z.infer<typeof threadInput>

/** The thread of a row that names a list or else the log of a review. */
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

/** `submission` makes a retry stand once. */
export const addCommentInput = z.object({ thread: threadInput, text: commentText, submission: z.uuid() })
export const removeCommentInput = z.object({ id: rowId })
/** Names the wanted state, so that a retry or a double click never flips it back. */
export const likeCommentInput = z.object({ id: rowId, liked: z.boolean() })

/** A comment as everybody sees it. */
export const comment = z.strictObject({
  id: rowId,
  user: userCard,
  text: z.string(),
  createdAt: z.iso.datetime(),
  likeCount: count,
  /** the people whom the text mentions; left out if there are none */
  mentions: z.array(mentioned).optional(),
  /** by a moderator; its author alone sees one that is */
  hidden: z.literal(true).optional(),
})
export type Comment = z.infer<typeof comment>

/** A comment with what the viewer has to do with it; an event, which is everybody's, does not say that. */
export type SeenComment = Comment & {
  liked: boolean
  /** the viewer had muted its author when it was read */
  muted?: boolean
}

/**
 * Comments of a thread, newest first: the first page is the end of the talk, `next` leads to earlier comments.
 * `count` is of the whole thread; `live` is where the live events go on from.
 */
export type CommentPage = Page<SeenComment> & { count: number; live: string }
