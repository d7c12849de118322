import { z } from 'zod'
import { nicknameInput } from './users.ts'

/** Says the wished state, so that a retry or a double click never flips it back. */
export const setFollowInput = nicknameInput.extend({ following: z.boolean() })
export type SetFollowInput = z.infer<typeof setFollowInput>
