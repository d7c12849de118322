import type { ReviewEvent } from '../../shared/events.ts'
import type { Review, ReviewPage, SeenReview } from '../../shared/logs.ts'
import { isNewerListening } from '../../shared/newerListening.ts'
import { renamed, withPresentUser, type UserChanges } from '../lib/presentUser.ts'
import { applyLikeEvent, initialLikes, withLikes, type Likes } from '../likes/likeState.ts'

/** How reviews can be ordered. */
export type ReviewSort = 'newest' | 'liked'

/**
 * The reviews are what the server's pages say, corrected by the events since. As in the activity feed one sequence orders
 * both: an event gets the next number when it is received, a page the last number when it is requested.
 */
export type NumberedPage = ReviewPage & {
  requestedAt: number
  /** its order; without one it came with the page, whose first order is the newest */
  sort?: ReviewSort
}

/**
 * The latest version of a review, or null when it is gone; `since` is when its first event was received, which said whether it
 * `returns`.
 */
type Latest = { review: Review | null; at: number; since: number; returns: boolean | undefined }
/** The latest number of comments under a review. */
type Commented = { commentCount: number; at: number }
/** The latest number of listenings of a person. */
type Listened = { listens: number; at: number }
export type LiveState = {
  latest: ReadonlyMap<number, Latest>
  likes: Likes
  commented: ReadonlyMap<number, Commented>
  /** by nickname */
  listened: ReadonlyMap<string, Listened>
  changed: UserChanges
  reset: number
}

export const initialState: LiveState = {
  latest: new Map(),
  likes: initialLikes,
  commented: new Map(),
  listened: new Map(),
  changed: [],
  reset: 0,
}

/** Applies the event that was received as number `at`. */
export function applyEvent(state: LiveState, at: number, event: ReviewEvent): LiveState {
  switch (event.type) {
    case 'live':
      return state
    case 'reset':
      return { ...state, reset: at }
    case 'review.liked':
      return { ...state, likes: applyLikeEvent(state.likes, at, event.id, event.likeCount) }
    case 'review.commented':
      return withCommented(state, at, event)
    case 'review.removed':
      return withLatest(state, at, event.id, null)
    case 'user.changed':
      return {
        ...state,
        changed: [...state.changed, { at, ...event }],
        listened: renamed(state.listened, event.nickname, event.user.nickname),
      }
    case 'review.saved': {
      const { review, listens, returns } = event
      const likes = applyLikeEvent(state.likes, at, review.id, review.likeCount)
      const counted = withListened({ ...state, likes }, at, review, listens)
      return withLatest(withCommented(counted, at, review), at, review.id, review, returns)
    }
  }
}

function withCommented(
  state: LiveState,
  at: number,
  { id, commentCount }: Pick<Review, 'id' | 'commentCount'>,
): LiveState {
  return { ...state, commented: new Map(state.commented).set(id, { commentCount, at }) }
}

/** The server of the release before sends no number. */
function withListened(
  state: LiveState,
  at: number,
  { user }: Review,
  listens: number | undefined,
): LiveState {
  if (listens === undefined) return state
  return { ...state, listened: new Map(state.listened).set(user.nickname, { listens, at }) }
}

function withLatest(
  state: LiveState,
  at: number,
  id: number,
  review: Review | null,
  returns?: boolean,
): LiveState {
  const known = state.latest.get(id)
  // A replayed event may be older than what is known; a review that comes back after a removal is new.
  if (review && known?.review && known.review.version > review.version) return state
  const begun = known?.review ? known : { since: at, returns }
  return { ...state, latest: new Map(state.latest).set(id, { ...begun, review, at }) }
}

/**
 * The number of the last event because of which the pages must be refetched: events were lost, or a review came back that no page
 * holds. 0 if the pages were requested after it.
 */
export function refetchAfter(pages: readonly NumberedPage[], { reset, latest }: LiveState): number {
  const listed = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))
  const missing = [...latest].flatMap(([id, { review, at, returns }]) =>
    review && returns && !listed.has(id) ? [at] : [],
  )
  const last = Math.max(reset, ...missing)
  return pages.some(({ requestedAt }) => requestedAt < last) ? last : 0
}

/** Whether a review that was shown is known to be gone. */
export const isRemoved = ({ latest }: LiveState, id: number): boolean => latest.get(id)?.review === null

/**
 * The reviews as they are to be shown, and the ids of those that no page held when it was requested. Nothing comes above
 * the review `first`, if the first page begins with it.
 */
export function readReviews(pages: readonly NumberedPage[], state: LiveState, first: number | null = null) {
  const reviews = new Map<number, SeenReview>()
  const listed = new Set<number>()
  for (const { items, requestedAt } of pages) {
    for (const item of items) {
      listed.add(item.id)
      const latest = state.latest.get(item.id)
      const review = versionOf(item, requestedAt, latest)
      if (!review) continue
      const now = withPresentUser(state.changed, review, review === item ? requestedAt : latest!.at)
      const liked = withLikes(state.likes, now, item, requestedAt)
      // What did not change stays the very same object: its row is not drawn anew.
      const { listens, visibility, hidden } = item
      const seen = liked === item ? item : { ...liked, listens, visibility, hidden }
      reviews.set(item.id, withComments(state, withListens(state, seen, requestedAt), item, requestedAt))
    }
  }
  const list = [...reviews.values()]
  const fresh = new Set<number>()
  for (const { review, at, returns } of [...state.latest.values()].sort((a, b) => a.since - b.since)) {
    // What was received before the pages were requested, and is in none of them, stands below them or is gone.
    if (!review || listed.has(review.id) || at <= pages[0]!.requestedAt || isBelow(pages, review)) continue
    // The pages are fetched again for it: only they know its place, and whether the viewer likes it.
    if (returns) continue
    fresh.add(review.id)
    const now = withPresentUser(state.changed, review, at)
    const liked = withLikes(state.likes, now, { likeCount: review.likeCount, liked: false }, -1)
    // Whose own it is fetches the pages when it changes, wherever they changed it.
    const seen = { ...liked, listens: listensBy(review, pages), visibility: null, hidden: false }
    const full = withComments(state, withListens(state, seen, -1), review, -1)
    list.splice(placeOf(list, review, sortOf(pages), first), 0, full)
  }
  return { reviews: onePerPerson(list, first), fresh }
}

/** How many listenings of the album a page said that there are by the author of a review. */
const listensBy = ({ user }: Review, pages: readonly NumberedPage[]): number =>
  pages.flatMap(({ items }) => items).find((item) => item.user.nickname === user.nickname)?.listens ?? 1

/** Of each person the review of their newest listening; the one that was asked for stays in any case. */
function onePerPerson(reviews: readonly SeenReview[], first: number | null): SeenReview[] {
  const newest = new Map<string, SeenReview>()
  for (const review of reviews) {
    const other = newest.get(review.user.nickname)
    if (!other || isNewerListening(review, other)) newest.set(review.user.nickname, review)
  }
  return reviews.filter((review) => review.id === first || newest.get(review.user.nickname) === review)
}

/** The order of the pages that are there. */
export const sortOf = (pages: readonly NumberedPage[]): ReviewSort => pages[0]!.sort ?? 'newest'

/** A review with the comments that it has now; `listed` is what a page requested at `requestedAt` says. */
function withComments(
  { commented }: LiveState,
  review: SeenReview,
  listed: Review,
  requestedAt: number,
): SeenReview {
  const counted = commented.get(review.id)
  const { commentCount } = counted && counted.at > requestedAt ? counted : listed
  return commentCount === review.commentCount ? review : { ...review, commentCount }
}

/** A review with the number of its author's listenings that is known since a page was requested. */
function withListens({ listened }: LiveState, review: SeenReview, requestedAt: number): SeenReview {
  const counted = listened.get(review.user.nickname)
  if (!counted || counted.at <= requestedAt || counted.listens === review.listens) return review
  return { ...review, listens: counted.listens }
}

/** A review of a page as it is now; null when it is gone. */
function versionOf(item: Review, requestedAt: number, latest: Latest | undefined): Review | null {
  if (!latest) return item
  if (latest.review === null) return requestedAt >= latest.at ? item : null
  if (latest.review.version !== item.version)
    return latest.review.version > item.version ? latest.review : item
  return latest.at > requestedAt ? latest.review : item
}

/** Whether a review that no page holds belongs below the pages that are loaded: an old one that was edited. */
function isBelow(pages: readonly NumberedPage[], review: Review): boolean {
  const { next, items } = pages.at(-1)!
  const last = items.at(-1)
  if (next === null || !last) return false
  return sortOf(pages) === 'liked' ? review.likeCount < last.likeCount : review.createdAt < last.createdAt
}

function placeOf(
  list: readonly Review[],
  { likeCount }: Review,
  sort: ReviewSort,
  first: number | null,
): number {
  const top = first !== null && list[0]?.id === first ? 1 : 0
  if (sort === 'newest') return top
  const place = list.findIndex((other, index) => index >= top && other.likeCount <= likeCount)
  return place === -1 ? list.length : place
}

/**
 * Parts the reviews in what is shown and what waits: while a reader is among the `held` ones, nothing comes above or
 * between them but what they wrote themselves. What is appended at the end shifts nothing.
 */
export function part<One extends Review>(
  reviews: readonly One[],
  held: ReadonlySet<number> | null,
  own: string | undefined,
) {
  const last = reviews.findLastIndex(({ id }) => held?.has(id))
  const waits = ({ id, user }: One, index: number) =>
    held !== null && index < last && !held.has(id) && user.nickname !== own
  return { shown: reviews.filter((one, index) => !waits(one, index)), waiting: reviews.filter(waits) }
}
