import { isBlank } from './blank.ts'
import { limits } from './limits.ts'
import { texts } from './texts.ts'

/** What is wrong with the text of a comment, trimmed; null when it can be sent. Without zod, which outweighs a thread. */
export function commentProblem(text: string): string | null {
  if (isBlank(text)) return texts.comments.required
  return text.length > limits.comment ? texts.tooLong(limits.comment) : null
}
