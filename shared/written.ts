import { z } from 'zod'
import { isBlank } from './blank.ts'
import { texts } from './texts.ts'

/** What a person writes for others to read, trimmed and at most so long; '' where nothing of it can be seen. */
export const writtenText = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))
    .max(max, texts.tooLong(max))
