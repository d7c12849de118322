import { z } from 'zod'
import { cursorInput } from './page.ts'
import { nicknameInput, type UserCard } from './users.ts'

const muteTime = z.enum(['hour', 'day', 'week', 'ever'])
export type MuteTime = z.infer<typeof muteTime>

export const forEver = '9999-12-31T23:59:59.999Z'

export const muteInput = nicknameInput.extend({ time: muteTime })

export const blockedAndMutedInput = z.object({ cursor: cursorInput })

/** `mutedUntil` is `forEver` for an unlimited mute. */
export type BlockedOrMutedCard = UserCard & { isBlocked: boolean; mutedUntil: string | null }
