import { z } from 'zod'
import { cursorInput, type Page, pageLimit } from './page.ts'
import { nicknameInput, type Relation, type UserCard } from './users.ts'

export const setFollowInput = nicknameInput.extend({ following: z.boolean() })
export type SetFollowInput = z.infer<typeof setFollowInput>

export const followListInput = nicknameInput.extend({ cursor: cursorInput, limit: pageLimit })
export type FollowListInput = z.infer<typeof followListInput>

/** State after a follow. `requested`: the account is private, so a request was created instead. */
export type FollowState = { following: boolean; requested: boolean }

export const followRequestsInput = z.object({ cursor: cursorInput })

export type FollowRequestCard = UserCard & { bio: string | null; createdAt: string }

/** `count` is the number of all requests. */
export type FollowRequestsPage = Page<FollowRequestCard> & { count: number; live: string }

export type FollowCard = UserCard & { relation: Relation; isPrivate: boolean }
