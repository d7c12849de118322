import type { Comment, CommentPage, SeenComment } from '../../shared/comments.ts'
import type { CommentEvent } from '../../shared/events.ts'
import { applyShared, idOf, mergeRows, withLatest, type Latest, type Numbered } from '../lib/liveRows.ts'
import { withPresentUser, type UserChanges } from '../lib/presentUser.ts'
import { applyLikeEvent, initialLikes, withLikes, type Likes } from '../likes/likeState.ts'

export type NumberedPage = Numbered<CommentPage>

export type LiveState = {
  latest: ReadonlyMap<number, Latest<SeenComment>>
  count: { count: number; at: number } | null
  changed: UserChanges
  likes: Likes
  reset: number
}

export const initialState: LiveState = {
  latest: new Map(),
  count: null,
  changed: [],
  likes: initialLikes,
  reset: 0,
}

export function applyEvent(state: LiveState, at: number, event: CommentEvent): LiveState {
  switch (event.type) {
    case 'comment.added':
      return withCount(withAdded(state, at, { ...event.comment, liked: false }), at, event.count)
    case 'comment.removed':
      return withCount(withRemoved(state, at, event.id), at, event.count)
    case 'comment.shown':
      return withCount(withShown(state, at, { ...event.comment, liked: false }), at, event.count)
    case 'comment.liked':
      return { ...state, likes: applyLikeEvent(state.likes, at, event.id, event.likeCount) }
    default:
      return applyShared(state, at, event)
  }
}

/** The server's response to the viewer's comment; its event with the same content can arrive before or after it. */
export type AddResponse = { comment: SeenComment; count: number }

export const applyAdded = (
  state: LiveState,
  requestedAt: number,
  at: number,
  { comment, count }: AddResponse,
): LiveState => withCount(withAdded(state, at, comment), requestedAt, count)

export const applyRemoved = (state: LiveState, requestedAt: number, id: number, count: number): LiveState =>
  withCount(withoutComment(state, id), requestedAt, count)

/** Removes a comment that the viewer deleted, or found deleted, whatever page is still on its way. */
export const withoutComment = (state: LiveState, id: number): LiveState => withRemoved(state, Infinity, id)

function withAdded(state: LiveState, at: number, row: SeenComment): LiveState {
  if (state.latest.has(row.id)) return state
  return { ...state, latest: withLatest(state.latest, row.id, { row, at }) }
}

/** Restores a comment that was hidden by a moderator; it is visible to all, or only to its author. */
const withShown = (state: LiveState, at: number, row: SeenComment): LiveState => ({
  ...state,
  latest: withLatest(state.latest, row.id, { row, at, returns: true }),
})

const withRemoved = (state: LiveState, at: number, id: number): LiveState => ({
  ...state,
  latest: withLatest(state.latest, id, { row: null, at }),
})

/** Sets the count. A count received after a request was sent already includes its result, so the response does not replace it. */
const withCount = (state: LiveState, at: number, count: number): LiveState =>
  state.count && state.count.at > at ? state : { ...state, count: { count, at } }

const compare = (a: Comment, b: Comment): number =>
  a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1

export function readThread(pages: readonly NumberedPage[], state: LiveState) {
  const comments = mergeRows(pages, state.latest, { keyOf: idOf, reaches }).map(({ row, since, pageRow }) => {
    // An event does not say whether the viewer has muted the author; the page does.
    const seen = pageRow?.item.muted && !row.muted ? { ...row, muted: true } : row
    const comment = withPresentUser(state.changed, seen, since)
    return withLikes(state.likes, comment, pageRow?.item ?? row, pageRow?.requestedAt ?? -1)
  })
  return { comments: comments.sort(compare), count: countOf(pages, state) }
}

function reaches({ items, next }: NumberedPage, comment: Comment): boolean {
  const end = items.at(-1)
  return next === null || !end || compare(comment, end) >= 0
}

function countOf(pages: readonly NumberedPage[], state: LiveState): number {
  const latest = pages.reduce((one, other) => (other.requestedAt > one.requestedAt ? other : one))
  return state.count && state.count.at > latest.requestedAt ? state.count.count : latest.count
}

const newest = (comments: readonly Comment[]) => comments.reduce((latest, { id }) => Math.max(latest, id), 0)

export function arrivals<One extends Comment>(previous: readonly One[], current: readonly One[]): One[] {
  const last = newest(previous)
  return current.filter(({ id }) => id > last)
}
