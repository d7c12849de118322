import { z } from 'zod'
import { cursorInput } from './page.ts'
import { nicknameInput, type UserCard } from './users.ts'

const HOUR = 60 * 60 * 1000

/** Durations of a mute, in milliseconds; null is unlimited. */
export const muteTimes = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, ever: null } as const
export type MuteTime = keyof typeof muteTimes

/** The end of an unlimited mute. */
export const forEver = '9999-12-31T23:59:59.999Z'

export const muteInput = nicknameInput.extend({ time: z.enum(['hour', 'day', 'week', 'ever']) })

/** The users whom the viewer has blocked or muted; `cursor` is the `next` of the previous page. */
export const blockedAndMutedInput = z.object({ cursor: cursorInput })

/** A user whom the viewer has blocked, or muted until a moment (`forEver` if unlimited). */
export type BlockedOrMutedCard = UserCard & { isBlocked: boolean; mutedUntil: string | null }
