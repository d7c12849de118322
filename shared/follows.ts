import { z } from 'zod'
import { cursorInput } from './page.ts'
import { nicknameInput, type Relation, type UserCard } from './users.ts'

/** Names the wanted state, so that a retry or a double click never flips it back. */
export const setFollowInput = nicknameInput.extend({ following: z.boolean() })
export type SetFollowInput = z.infer<typeof setFollowInput>

/** Whose followers, or whom they follow; `cursor` is the `next` of the page before. */
export const followListInput = nicknameInput.extend({ cursor: cursorInput })
export type FollowListInput = z.infer<typeof followListInput>

/** A person in such a list, with what the viewer is to them. */
export type FollowCard = UserCard & { relation: Relation }
