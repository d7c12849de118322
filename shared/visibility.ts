import { z } from 'zod'
import { visibilities } from './levels.ts'

/** Visibility of a thing: a listening with everything attached to it, or a list. From widest to narrowest. */
export const visibility = z.enum(visibilities)
export type Visibility = z.infer<typeof visibility>

/**
 * A viewer's relation to the owner of a thing. A visitor is a stranger; a stranger to a private account is an outsider. If one
 * of two users has blocked the other, both are `blocked`.
 */
export type Reader = 'blocked' | 'outsider' | 'stranger' | 'follower' | 'owner'

/**
 * The table of rules: the levels that each reader can see. The SQL conditions are generated from it, too
 * (server/access/visibleTo.ts).
 */
export const levelsSeenBy: Record<Reader, readonly Visibility[]> = {
  blocked: [],
  outsider: [],
  stranger: ['everyone'],
  follower: ['everyone', 'followers'],
  owner: visibilities,
}

/** The readers who can see some of a user's things: lists and listenings of some level, and things without a level. */
export type Insider = Exclude<Reader, 'blocked' | 'outsider'>

/**
 * True if a reader can see anything of a user. Hearts, links and follows
 * have no level: they are visible to exactly those who can see some level.
 */
export const isInsider = (reader: Reader): reader is Insider => levelsSeenBy[reader].length > 0

export const sees = (reader: Reader, level: Visibility): boolean => levelsSeenBy[reader].includes(level)

/**
 * The effective level of a thing: a private account caps it; the original level applies again when the account becomes public.
 */
export const effectiveLevel = (level: Visibility, { isPrivate }: { isPrivate: boolean }): Visibility =>
  isPrivate && sees('stranger', level) ? 'followers' : level

/** True if some readers can see the level `previous` but not the level `next`. */
export const isNarrowed = (previous: Visibility, next: Visibility): boolean =>
  levelsSeenBy.owner.indexOf(next) > levelsSeenBy.owner.indexOf(previous)

export const stricter = (one: Visibility, other: Visibility): Visibility =>
  isNarrowed(one, other) ? other : one

export const things = ['logs', 'lists'] as const

export const setDefaultVisibilityInput = z.object({ visibility })

/** Whether the viewer approves their followers, and strangers cannot see their things. */
export const setPrivateInput = z.object({ isPrivate: z.boolean() })

/** Sets the level of all of a user's things of one kind. */
export const changeOlderInput = z.object({ things: z.enum(things), visibility })

/**
 * The default level of a user's new things, and the number of existing ones of each level; whether the account is private, and
 * the number of open follow requests.
 */
export type VisibilitySettings = {
  isPrivate: boolean
  requests: number
  default: Visibility
  logs: Record<Visibility, number>
  lists: Record<Visibility, number>
}
