import type { Comment, CommentPage, SeenComment } from '../../shared/comments.ts'
import type { CommentEvent } from '../../shared/events.ts'
import { withPresentUser, type UserChanges } from '../lib/presentUser.ts'
import { applyLikeEvent, initialLikes, withLikes, type Likes } from '../likes/likeState.ts'

/**
 * The comments are the server's pages with all later events applied. As with reviews, one sequence orders both: an event gets the
 * next number when it is received, a page the last number when it is requested.
 */
export type NumberedPage = CommentPage & { requestedAt: number }

export type LiveState = {
  /** `returns`: a moderator showed the comment again; the viewer may have liked it before */
  added: ReadonlyMap<number, { comment: SeenComment; at: number; returns?: true }>
  /** permanent, unless a moderator shows a comment again */
  removed: ReadonlySet<number>
  count: { count: number; at: number } | null
  changed: UserChanges
  likes: Likes
  reset: number
}

export const initialState: LiveState = {
  added: new Map(),
  removed: new Set(),
  count: null,
  changed: [],
  likes: initialLikes,
  reset: 0,
}

/** Applies the event that was received as number `at`. */
export function applyEvent(state: LiveState, at: number, event: CommentEvent): LiveState {
  switch (event.type) {
    case 'live':
      return state
    case 'reset':
      return { ...state, reset: at }
    case 'comment.added':
      return withCount(withAdded(state, at, { ...event.comment, liked: false }), at, event.count)
    case 'comment.removed':
      return withCount(withRemoved(state, event.id), at, event.count)
    case 'comment.shown':
      return withCount(withShown(state, at, { ...event.comment, liked: false }), at, event.count)
    case 'comment.liked':
      return { ...state, likes: applyLikeEvent(state.likes, at, event.id, event.likeCount) }
    case 'user.changed':
      return { ...state, changed: [...state.changed, { at, ...event }] }
  }
}

/** The server's response to the viewer's comment; its event with the same content can arrive before or after it. */
export type AddResponse = { comment: SeenComment; count: number }

/** Applies the response, received as number `at`, to a request sent as number `sent`. */
export const applyAdded = (
  state: LiveState,
  sent: number,
  at: number,
  { comment, count }: AddResponse,
): LiveState => withCount(withAdded(state, at, comment), sent, count)

/** Applies the removal of a comment that was requested as number `sent`. */
export const applyRemoved = (state: LiveState, sent: number, id: number, count: number): LiveState =>
  withCount(withRemoved(state, id), sent, count)

function withAdded(state: LiveState, at: number, comment: SeenComment): LiveState {
  if (state.added.has(comment.id)) return state
  return { ...state, added: new Map(state.added).set(comment.id, { comment, at }) }
}

/** Restores a comment that was hidden; it is visible to all, or only to its author. */
function withShown(state: LiveState, at: number, comment: SeenComment): LiveState {
  const removed = new Set(state.removed)
  removed.delete(comment.id)
  return { ...state, removed, added: new Map(state.added).set(comment.id, { comment, at, returns: true }) }
}

/** Removes a comment, deleted by its author or by the owner of the thread. */
export const withRemoved = (state: LiveState, id: number): LiveState => ({
  ...state,
  removed: new Set(state.removed).add(id),
})

/** Sets the count. A count received after a request was sent already includes its result, so the response does not replace it. */
const withCount = (state: LiveState, at: number, count: number): LiveState =>
  state.count && state.count.at > at ? state : { ...state, count: { count, at } }

/**
 * Returns the number of the last event that requires a refetch of the pages: events were lost, or a comment was shown again that
 * no page contains (only a page says whether the viewer likes it). Returns 0 if the pages were requested after it.
 */
export function refetchAfter(pages: readonly NumberedPage[], { reset, added }: LiveState): number {
  const listed = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))
  const missing = [...added].flatMap(([id, { at, returns }]) => (returns && !listed.has(id) ? [at] : []))
  const last = Math.max(reset, ...missing)
  return pages.some(({ requestedAt }) => requestedAt < last) ? last : 0
}

const compare = (a: Comment, b: Comment): number =>
  a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1

/** Returns the loaded comments, oldest first, and the number of comments in the whole thread. */
export function readThread(pages: readonly NumberedPage[], state: LiveState) {
  const { added, removed, changed, likes } = state
  const comments = new Map<number, SeenComment>()
  for (const { items, requestedAt } of pages) {
    for (const item of items) {
      comments.set(item.id, withLikes(likes, withPresentUser(changed, item, requestedAt), item, requestedAt))
    }
  }
  for (const { comment, at } of added.values()) {
    const page = pages.find((one) => reaches(one, comment))
    // Skip a comment beyond the loaded pages, or one deleted since: its event is older than its page, which does not contain it.
    if (!page || comments.has(comment.id) || at <= page.requestedAt) continue
    comments.set(comment.id, withLikes(likes, withPresentUser(changed, comment, at), comment, -1))
  }
  const standing = [...comments.values()].filter(({ id }) => !removed.has(id))
  return { comments: standing.sort(compare), count: countOf(pages, state) }
}

/** True if a comment is within a page, not beyond its end. */
function reaches({ items, next }: NumberedPage, comment: Comment): boolean {
  const end = items.at(-1)
  return next === null || !end || compare(comment, end) >= 0
}

function countOf(pages: readonly NumberedPage[], state: LiveState): number {
  const latest = pages.reduce((one, other) => (other.requestedAt > one.requestedAt ? other : one))
  return state.count && state.count.at > latest.requestedAt ? state.count.count : latest.count
}

const newest = (comments: readonly Comment[]) => comments.reduce((latest, { id }) => Math.max(latest, id), 0)

/** Returns the comments of `now` that are newer than all of `before`. */
export function arrivals<One extends Comment>(before: readonly One[], now: readonly One[]): One[] {
  const last = newest(before)
  return now.filter(({ id }) => id > last)
}
