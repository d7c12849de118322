import { z } from 'zod'
import { cursorInput } from './page.ts'
import { nicknameInput, type UserCard } from './users.ts'

const muteTime = z.enum(['hour', 'day', 'week', 'ever'])
export type MuteTime = z.infer<typeof muteTime>

/** The end of an unlimited mute. */
export const forEver = '9999-12-31T23:59:59.999Z'

export const muteInput = nicknameInput.extend({ time: muteTime })

/** The users whom the viewer has blocked or muted; `cursor` is the `next` of the previous page. */
export const blockedAndMutedInput = z.object({ cursor: cursorInput })

/** A user whom the viewer has blocked, or muted until a moment (`forEver` if unlimited). */
export type BlockedOrMutedCard = UserCard & { isBlocked: boolean; mutedUntil: string | null }
