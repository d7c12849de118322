import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** A nickname as one is chosen: lower-cased without a locale, ASCII letters, digits and underscores. */
export const newNickname = z
  .string()
  .trim()
  .toLowerCase()
  .min(limits.nickname.min, messages.auth.nicknameShort)
  .max(limits.nickname.max, messages.auth.nicknameLong)
  .regex(/^[a-z0-9_]+$/, messages.auth.nicknameLetters)

/** Nicknames that a route of the product would hide (/profile/edit). */
export const reservedNicknames: ReadonlySet<string> = new Set(['edit'])

/** A nickname as one is looked up: what cannot be one is simply not found. */
export const nicknameInput = z.object({ nickname: z.string().trim().toLowerCase().min(1).max(200) })

export const userSearchInput = z.object({ query: z.string().trim().max(limits.searchQuery) })

/** A person as cards and entries show him. */
export type UserCard = { nickname: string; avatar: string | null }

export type UserFound = UserCard & { bio: string | null }

export type Profile = UserCard & {
  bio: string | null
  followers: number
  following: number
  counts: { favorites: number; listened: number; reviews: number; diary: number }
  /** what the asking viewer is to this person */
  relation: 'self' | 'following' | 'none' | 'visitor'
}
