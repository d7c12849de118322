import { z } from 'zod'
import { visibilities } from './levels.ts'

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

export type Insider = Exclude<Reader, 'blocked' | 'outsider'>

/**
 * True if a reader can see anything of a user. Hearts, links and follows
 * have no level: they are visible to exactly those who can see some level.
 */
export const isInsider = (reader: Reader): reader is Insider => levelsSeenBy[reader].length > 0

export const sees = (reader: Reader, level: Visibility): boolean => levelsSeenBy[reader].includes(level)

/** A private account caps the level; the original one applies again when the account becomes public. */
export const effectiveLevel = (level: Visibility, { isPrivate }: { isPrivate: boolean }): Visibility =>
  isPrivate && sees('stranger', level) ? 'followers' : level

export const isNarrowed = (previous: Visibility, next: Visibility): boolean =>
  levelsSeenBy.owner.indexOf(next) > levelsSeenBy.owner.indexOf(previous)

export const stricter = (one: Visibility, other: Visibility): Visibility =>
  isNarrowed(one, other) ? other : one

export const things = ['logs', 'lists'] as const

export const setDefaultVisibilityInput = z.object({ visibility })

export const setPrivateInput = z.object({ isPrivate: z.boolean() })

/** A switch that is left out stays as it is. */
export const setSuggestionsInput = z.object({
  suggestMe: z.boolean().optional(),
  personalSuggestions: z.boolean().optional(),
})

export const changeOlderInput = z.object({ things: z.enum(things), visibility })

export type SuggestionSwitches = { suggestMe: boolean; personalSuggestions: boolean }

export type VisibilitySettings = SuggestionSwitches & {
  isPrivate: boolean
  requests: number
  default: Visibility
  logs: Record<Visibility, number>
  lists: Record<Visibility, number>
}
