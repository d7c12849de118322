import { z } from 'zod'
import { visibilities } from './levels.ts'

/** Who may see a thing that a person made: a listening with all that hangs on it, or a list. From many to few. */
export const visibility = z.enum(visibilities)
export type Visibility = z.infer<typeof visibility>

/**
 * What a reader is to the owner of a thing. A visitor is a stranger; a stranger to a private account is an outsider.
 * Between two people of whom one has blocked the other each is `blocked`.
 */
export type Reader = 'blocked' | 'outsider' | 'stranger' | 'follower' | 'owner'

/** The table of rules: the levels that each reader sees. The SQL is made of it, too (server/access/visibleTo.ts). */
export const levelsSeenBy: Record<Reader, readonly Visibility[]> = {
  blocked: [],
  outsider: [],
  stranger: ['everyone'],
  follower: ['everyone', 'followers'],
  owner: visibilities,
}

/** The readers who see something of what a person makes: the lists and listenings of some level, and what has no level. */
export type Insider = Exclude<Reader, 'blocked' | 'outsider'>

/**
 * Whether a reader sees anything that a person makes: a heart, links and follows have no level, and are shown to exactly those
 * who see some level.
 */
export const isInsider = (reader: Reader): reader is Insider => levelsSeenBy[reader].length > 0

/** Whether a reader sees what has this level. */
export const sees = (reader: Reader, level: Visibility): boolean => levelsSeenBy[reader].includes(level)

/** The level that a thing has in effect: a private account caps it, and its own comes back when the account is public. */
export const effectiveLevel = (level: Visibility, { isPrivate }: { isPrivate: boolean }): Visibility =>
  isPrivate && sees('stranger', level) ? 'followers' : level

/** Whether some class of readers that sees the one level does not see the other. */
export const isNarrowed = (before: Visibility, after: Visibility): boolean =>
  levelsSeenBy.owner.indexOf(after) > levelsSeenBy.owner.indexOf(before)

/** The level of two that fewer people see. */
export const stricter = (one: Visibility, other: Visibility): Visibility =>
  isNarrowed(one, other) ? other : one

/** What has a level of its own. */
export const things = ['logs', 'lists'] as const

export const setDefaultVisibilityInput = z.object({ visibility })

/** Whether the viewer approves their followers, and strangers see nothing of what they make. */
export const setPrivateInput = z.object({ isPrivate: z.boolean() })

/** All that a person has of one kind gets one level. */
export const changeOlderInput = z.object({ things: z.enum(things), visibility })

/**
 * The level of what a person makes from now on, and how many of what is there have each level; whether the account is private, and
 * how many requests to follow it are open.
 */
export type VisibilitySettings = {
  isPrivate: boolean
  requests: number
  default: Visibility
  logs: Record<Visibility, number>
  lists: Record<Visibility, number>
}
