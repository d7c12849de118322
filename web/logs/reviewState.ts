import type { ReviewEvent } from '../../shared/events.ts'
import type { Review, ReviewPage, SeenReview } from '../../shared/logs.ts'
import { isNewerListening } from '../../shared/newerListening.ts'
import { renamed, withPresentUser, type UserChanges } from '../lib/presentUser.ts'
import { applyLikeEvent, initialLikes, withLikes, type Likes } from '../likes/likeState.ts'

export type ReviewSort = 'newest' | 'liked'

/**
 * The reviews are the server's pages with all later events applied. As in the activity feed, one sequence orders both: an event
 * gets the next number when it is received, a page the last number when it is requested.
 */
export type NumberedPage = ReviewPage & {
  requestedAt: number
  /** order of the page; absent in the page's first data, which is ordered by newest */
  sort?: ReviewSort
}

/**
 * Latest version of a review, or null if it was removed. `since` is the number of its first event, which set `returns` (the
 * review existed before, so that users may have liked it).
 */
type Latest = { review: Review | null; at: number; since: number; returns: boolean | undefined }
/** Latest number of comments on a review. */
type Commented = { commentCount: number; at: number }
/** Latest number of listenings of a user. */
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

/** A server of the previous release sends no `listens`. */
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
  // A replayed event can be older than the known version. A review that comes back after a removal counts as new.
  if (review && known?.review && known.review.version > review.version) return state
  const begun = known?.review ? known : { since: at, returns }
  return { ...state, latest: new Map(state.latest).set(id, { ...begun, review, at }) }
}

/**
 * Returns the number of the last event that requires a refetch of the pages: events were lost, or a review came back that no page
 * contains. Returns 0 if the pages were requested after it.
 */
export function refetchAfter(pages: readonly NumberedPage[], { reset, latest }: LiveState): number {
  const listed = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)))
  const missing = [...latest].flatMap(([id, { review, at, returns }]) =>
    review && returns && !listed.has(id) ? [at] : [],
  )
  const last = Math.max(reset, ...missing)
  return pages.some(({ requestedAt }) => requestedAt < last) ? last : 0
}

export const isRemoved = ({ latest }: LiveState, id: number): boolean => latest.get(id)?.review === null

/**
 * Returns the current reviews, and the ids of those that are in no page. Nothing is inserted above the review `first` if the
 * first page begins with it.
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
      // An unchanged review stays the same object, so that its row does not render again.
      const { listens, visibility, hidden } = item
      const seen = liked === item ? item : { ...liked, listens, visibility, hidden }
      reviews.set(item.id, withComments(state, withListens(state, seen, requestedAt), item, requestedAt))
    }
  }
  const list = [...reviews.values()]
  const fresh = new Set<number>()
  for (const { review, at, returns } of [...state.latest.values()].sort((a, b) => a.since - b.since)) {
    // Skip a review beyond the loaded pages, or one removed since: its event is older than the pages, which do not contain it.
    if (!review || listed.has(review.id) || at <= pages[0]!.requestedAt || isBelow(pages, review)) continue
    // A review that came back waits for the refetch: only the pages know its position, and whether the viewer likes it.
    if (returns) continue
    fresh.add(review.id)
    const now = withPresentUser(state.changed, review, at)
    const liked = withLikes(state.likes, now, { likeCount: review.likeCount, liked: false }, -1)
    // The author's own tabs refetch the pages after each change, so these defaults only apply to other users.
    const seen = { ...liked, listens: listensBy(review, pages), visibility: null, hidden: false }
    const full = withComments(state, withListens(state, seen, -1), review, -1)
    list.splice(placeOf(list, review, sortOf(pages), first), 0, full)
  }
  return { reviews: onePerPerson(list, first), fresh }
}

/** Returns the author's number of listenings of the album, as known from the pages. */
const listensBy = ({ user }: Review, pages: readonly NumberedPage[]): number =>
  pages.flatMap(({ items }) => items).find((item) => item.user.nickname === user.nickname)?.listens ?? 1

/** Keeps the review of each user's newest listening, and always the requested one. */
function onePerPerson(reviews: readonly SeenReview[], first: number | null): SeenReview[] {
  const newest = new Map<string, SeenReview>()
  for (const review of reviews) {
    const other = newest.get(review.user.nickname)
    if (!other || isNewerListening(review, other)) newest.set(review.user.nickname, review)
  }
  return reviews.filter((review) => review.id === first || newest.get(review.user.nickname) === review)
}

export const sortOf = (pages: readonly NumberedPage[]): ReviewSort => pages[0]!.sort ?? 'newest'

/** Returns a review with its current number of comments; `listed` is its version in the page requested at `requestedAt`. */
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

/** Returns a review with its author's current number of listenings, if that changed since the page was requested. */
function withListens({ listened }: LiveState, review: SeenReview, requestedAt: number): SeenReview {
  const counted = listened.get(review.user.nickname)
  if (!counted || counted.at <= requestedAt || counted.listens === review.listens) return review
  return { ...review, listens: counted.listens }
}

/** Returns the current version of a review in a page; null if it was removed. */
function versionOf(item: Review, requestedAt: number, latest: Latest | undefined): Review | null {
  if (!latest) return item
  if (latest.review === null) return requestedAt >= latest.at ? item : null
  if (latest.review.version !== item.version)
    return latest.review.version > item.version ? latest.review : item
  return latest.at > requestedAt ? latest.review : item
}

/** True if a review in no page belongs below the loaded pages: an old one that was edited. */
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
 * Separates the reviews into shown and waiting ones. While the user reads among the `held` ones, nothing is inserted above or
 * between them except their own reviews. Reviews appended at the end move nothing.
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
