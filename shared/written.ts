import { z } from 'zod'
import { isBlank } from './blank.ts'
import { texts } from './texts.ts'

/** '' if the text has no visible character */
export const writtenText = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))
    .max(max, texts.tooLong(max))
