import { z } from 'zod'

/** Whom a name in a text means, as they are called today (shared/mentions.ts). */
export const mentioned = z.strictObject({ name: z.string(), nickname: z.string() })
