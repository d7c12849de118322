import { z } from 'zod'
import { isBlank } from './blank.ts'
import { texts } from './texts.ts'

/** A text that a user writes for others, trimmed and limited to `max` characters; '' if it has no visible character. */
export const writtenText = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))
    .max(max, texts.tooLong(max))
