import { z } from 'zod'

/** A name in a text and the current nickname of the user whom it means (shared/mentions.ts). */
export const mentioned = z.strictObject({ name: z.string(), nickname: z.string() })
