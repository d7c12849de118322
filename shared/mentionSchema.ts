import { z } from 'zod'

export const mentioned = z.strictObject({ name: z.string(), nickname: z.string() })
