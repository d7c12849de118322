import type { Thread } from '../../shared/comments.ts'
import { draftKinds, partsOf } from '../lib/onDevice.ts'
import { isSubmission } from '../lib/submission.ts'

/** A comment with the name under which it is sent: sent twice under one name it stands once. */
export type Outgoing = { text: string; submission: string }

type Kept = { text: string; failed: Outgoing | null }

/**
 * What a person has written in a thread and others do not see yet: the text in the box, the comment that is on its way, and
 * the one whose sending failed last (and may have arrived all the same).
 */
export type Draft = { text: string; sending: Outgoing | null; failed: Outgoing | null }

export const emptyDraft: Draft = { text: '', sending: null, failed: null }

/** Where the draft of a person in a thread lies on this device. */
export const draftPlace = (nickname: string, thread: Thread): string =>
  `${draftKinds.comment}:${nickname}:${'list' in thread ? `list:${thread.list}` : `review:${thread.review}`}`

const BETWEEN = '\n\n'
const joined = (first: string, rest: string) => (rest.trim() ? first + BETWEEN + rest : first)

/** The text goes on its way and leaves the box; the same text after a failure goes as the same comment. */
export function beginSending(draft: Draft, submission: string): Draft {
  const text = draft.text.trim()
  const { failed } = draft
  return { text: '', sending: failed?.text === text ? failed : { text, submission }, failed: null }
}

/** It could not be sent: its text is back in the box, above what has been typed since. */
export function failSending(draft: Draft, { submission }: Outgoing): Draft {
  const { sending, text } = draft
  if (sending?.submission !== submission) return draft
  return { text: joined(sending.text, text), sending: null, failed: sending }
}

/** The thread shows it, so it is no longer pending nor, after a failure, in the box. */
export function arrive(draft: Draft, submission: string): Draft {
  const { text, sending, failed } = draft
  if (sending?.submission === submission) return { ...draft, sending: null }
  if (failed?.submission !== submission) return draft
  return { ...draft, text: without(text, failed.text), failed: null }
}

function without(text: string, sent: string): string {
  if (text.trim() === sent) return ''
  return text.startsWith(sent + BETWEEN) ? text.slice((sent + BETWEEN).length) : text
}

/** What is kept on the device: whatever is on its way is typed text again for the next tab. Null for nothing. */
export function keptOf({ text, sending, failed }: Draft): Kept | null {
  const all = sending ? joined(sending.text, text) : text
  return all.trim() ? { text: all, failed: sending ?? failed } : null
}

/** The draft that was kept; an empty one for what is none. */
export function draftOf(found: unknown): Draft {
  const { text, failed } = partsOf<Kept>(found)
  return typeof text === 'string' ? { text, sending: null, failed: outgoingOf(failed) } : emptyDraft
}

function outgoingOf(found: unknown): Outgoing | null {
  const { text, submission } = partsOf<Outgoing>(found)
  return typeof text === 'string' && isSubmission(submission) ? { text, submission } : null
}
