import { z } from 'zod'
import { cursorInput, type Page } from './page.ts'
import { nicknameInput, type Relation, type UserCard } from './users.ts'

/** Contains the wanted state, so that a retry or a double click never toggles it back. */
export const setFollowInput = nicknameInput.extend({ following: z.boolean() })
export type SetFollowInput = z.infer<typeof setFollowInput>

/** The user whose followers or followed users are listed; `cursor` is the `next` of the previous page. */
export const followListInput = nicknameInput.extend({ cursor: cursorInput })
export type FollowListInput = z.infer<typeof followListInput>

/** State after a follow. `requested`: the account is private, so a request was created instead. */
export type FollowState = { following: boolean; requested: boolean }

/** The requests to follow the viewer; `cursor` is the `next` of the previous page. */
export const followRequestsInput = z.object({ cursor: cursorInput })

/** A user who requested to follow the viewer, and when. */
export type FollowRequestCard = UserCard & { bio: string | null; createdAt: string }

/** A page of requests: `count` is the total number, `live` the event id from which the subscription continues. */
export type FollowRequestsPage = Page<FollowRequestCard> & { count: number; live: string }

/** A user in such a list, with the viewer's relation to them. */
export type FollowCard = UserCard & { relation: Relation }
