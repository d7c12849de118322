import { z } from 'zod'
import { cursorInput } from './page.ts'
import { nicknameInput, type UserCard } from './users.ts'

const HOUR = 60 * 60 * 1000

/** For how long somebody can be muted, in milliseconds; null has no end. */
export const muteTimes = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, ever: null } as const
export type MuteTime = keyof typeof muteTimes

/** The end of a mute that has none. */
export const forEver = '9999-12-31T23:59:59.999Z'

export const muteInput = nicknameInput.extend({ time: z.enum(['hour', 'day', 'week', 'ever']) })

/** Whom the viewer has blocked or muted; `cursor` is the `next` of the page before. */
export const blockedAndMutedInput = z.object({ cursor: cursorInput })

/** Somebody whom the viewer has blocked, or else muted until a moment (`forEver` for one that does not end). */
export type BlockedOrMutedCard = UserCard & { isBlocked: boolean; mutedUntil: string | null }
