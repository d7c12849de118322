import { isBlank } from './blank.ts'
import { limits } from './limits.ts'
import { texts } from './texts.ts'

/** null if the text is valid. Does not use zod, which is larger than the code of a thread. */
export function commentProblem(text: string): string | null {
  if (isBlank(text)) return texts.comments.required
  return text.length > limits.comment ? texts.tooLong(limits.comment) : null
}
