import { z } from 'zod'
import { cursorInput, type Page } from './page.ts'
import { nicknameInput, type Relation, type UserCard } from './users.ts'

/** Names the wanted state, so that a retry or a double click never flips it back. */
export const setFollowInput = nicknameInput.extend({ following: z.boolean() })
export type SetFollowInput = z.infer<typeof setFollowInput>

/** Whose followers, or whom they follow; `cursor` is the `next` of the page before. */
export const followListInput = nicknameInput.extend({ cursor: cursorInput })
export type FollowListInput = z.infer<typeof followListInput>

/** What the viewer is to a person now: a private account was asked instead. */
export type FollowState = { following: boolean; requested: boolean }

/** The requests to follow the viewer; `cursor` is the `next` of the page before. */
export const followRequestsInput = z.object({ cursor: cursorInput })

/** A person who wishes to follow the viewer, and since when. */
export type FollowRequestCard = UserCard & { bio: string | null; createdAt: string }

/** A page of them: `count` is of all pages, `live` where the subscription goes on. */
export type FollowRequestsPage = Page<FollowRequestCard> & { count: number; live: string }

/** A person in such a list, with what the viewer is to them. */
export type FollowCard = UserCard & { relation: Relation }
