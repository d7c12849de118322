import type { Thread } from '../../shared/comments.ts'
import { draftKinds, partsOf } from '../lib/onDevice.ts'
import { isSubmission } from '../lib/submission.ts'

/** A comment with the id of its submission: a comment that is sent twice is stored once. */
export type Outgoing = { text: string; submission: string }

type Kept = { text: string; failed: Outgoing | null }

/** A user's unpublished text in a thread. `failed` is the last comment that could not be sent; it may have arrived anyway. */
export type Draft = { text: string; sending: Outgoing | null; failed: Outgoing | null }

export const emptyDraft: Draft = { text: '', sending: null, failed: null }

export const draftPlace = (nickname: string, thread: Thread): string =>
  `${draftKinds.comment}:${nickname}:${'list' in thread ? `list:${thread.list}` : `review:${thread.review}`}`

const BETWEEN = '\n\n'
const joinTexts = (first: string, rest: string) => (rest.trim() ? first + BETWEEN + rest : first)

/** Moves the text from the box to `sending`. The same text after a failure keeps its submission id. */
export function beginSending(draft: Draft, submission: string): Draft {
  const text = draft.text.trim()
  const { failed } = draft
  return { text: '', sending: failed?.text === text ? failed : { text, submission }, failed: null }
}

/** Handles a failure to send: puts the text back into the box, above the text typed since. */
export function failSending(draft: Draft, { submission }: Outgoing): Draft {
  const { sending, text } = draft
  if (sending?.submission !== submission) return draft
  return { text: joinTexts(sending.text, text), sending: null, failed: sending }
}

/** Handles the arrival of a comment in the thread: removes it from `sending`, or after a failure from the box. */
export function arrive(draft: Draft, submission: string): Draft {
  const { text, sending, failed } = draft
  if (sending?.submission === submission) return { ...draft, sending: null }
  if (failed?.submission !== submission) return draft
  return { ...draft, text: removeSent(text, failed.text), failed: null }
}

function removeSent(text: string, sentText: string): string {
  if (text.trim() === sentText) return ''
  return text.startsWith(sentText + BETWEEN) ? text.slice((sentText + BETWEEN).length) : text
}

/** A comment that is being sent is stored as text of the box. */
export function keptOf({ text, sending, failed }: Draft): Kept | null {
  const all = sending ? joinTexts(sending.text, text) : text
  return all.trim() ? { text: all, failed: sending ?? failed } : null
}

/** Returns an empty draft if the value is invalid. */
export function draftOf(value: unknown): Draft {
  const { text, failed } = partsOf<Kept>(value)
  return typeof text === 'string' ? { text, sending: null, failed: outgoingOf(failed) } : emptyDraft
}

function outgoingOf(value: unknown): Outgoing | null {
  const { text, submission } = partsOf<Outgoing>(value)
  return typeof text === 'string' && isSubmission(submission) ? { text, submission } : null
}
