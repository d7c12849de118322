import type { ReviewEvent } from '../../../shared/events.ts'
import type { Review, ReviewPage, SeenReview } from '../../../shared/logs.ts'
import { isNewerListening } from '../../../shared/newerListening.ts'
import { applyShared, idOf, mergeRows, withLatest, type Latest, type Numbered } from '../../lib/liveRows.ts'
import { renameKey, withPresentUser, type UserChanges } from '../../lib/presentUser.ts'
import { applyLikeEvent, initialLikes, withLikes, type Likes } from '../../likes/likeState.ts'

export type ReviewSort = 'newest' | 'liked'

export type NumberedPage = Numbered<ReviewPage> & {
  /** order of the page; absent in the page's first data, which is ordered by newest */
  sort?: ReviewSort
}

type Commented = { commentCount: number; at: number }
type Listened = { listens: number; at: number }
export type LiveState = {
  latest: ReadonlyMap<number, Latest<Review>>
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

export function applyEvent(state: LiveState, at: number, event: ReviewEvent): LiveState {
  switch (event.type) {
    case 'review.liked':
      return { ...state, likes: applyLikeEvent(state.likes, at, event.id, event.likeCount) }
    case 'review.commented':
      return withCommented(state, at, event)
    case 'review.removed':
      return { ...state, latest: withLatest(state.latest, event.id, { row: null, at }) }
    case 'user.changed':
      return {
        ...applyShared(state, at, event),
        listened: renameKey(state.listened, event.nickname, event.user.nickname),
      }
    case 'review.saved': {
      const { review, listens, returns } = event
      const likes = applyLikeEvent(state.likes, at, review.id, review.likeCount)
      const newState = withListened({ ...state, likes }, at, review, listens)
      return withReview(withCommented(newState, at, review), at, review, returns)
    }
    default:
      return applyShared(state, at, event)
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

/** Only the first event of a review says whether it existed before; one that comes back after a removal counts as new. */
function withReview(state: LiveState, at: number, row: Review, returns: boolean | undefined): LiveState {
  const existing = state.latest.get(row.id)
  // A replayed event can be older than the known version.
  if (existing?.row && existing.row.version > row.version) return state
  const next = { row, at, returns: existing?.row ? existing.returns : returns }
  return { ...state, latest: withLatest(state.latest, row.id, next) }
}

export const isRemoved = ({ latest }: LiveState, id: number): boolean => latest.get(id)?.row === null

/** Also returns the ids of reviews in no page. Nothing is inserted above the review `first` if the first page begins with it. */
export function readReviews(pages: readonly NumberedPage[], state: LiveState, first: number | null = null) {
  const list: SeenReview[] = []
  const fresh = new Set<number>()
  const reaches = (_: NumberedPage, review: Review) => !isBelow(pages, review)
  for (const { row, since, pageRow } of mergeRows(pages, state.latest, { keyOf: idOf, reaches })) {
    // The author's own tabs refetch the pages after each change, so these defaults only apply to other users.
    const defaults = { liked: false, listens: listensBy(row, pages), visibility: null, hidden: false }
    const { item, requestedAt } = pageRow ?? { item: { ...row, ...defaults }, requestedAt: -1 }
    const current = withLikes(state.likes, withPresentUser(state.changed, row, since), item, requestedAt)
    // An unchanged review stays the same object, so that its row does not render again.
    const { listens, visibility, hidden } = item
    const base = current === item ? item : { ...current, listens, visibility, hidden }
    const review = withComments(state, withListens(state, base, requestedAt), item, requestedAt)
    if (pageRow) list.push(review)
    else list.splice(placeOf(list, review, sortOf(pages), first), 0, review)
    if (!pageRow) fresh.add(review.id)
  }
  return { reviews: onePerPerson(list, first), fresh }
}

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

function withComments(
  { commented }: LiveState,
  review: SeenReview,
  pageReview: Review,
  requestedAt: number,
): SeenReview {
  const latestCount = commented.get(review.id)
  const { commentCount } = latestCount && latestCount.at > requestedAt ? latestCount : pageReview
  return commentCount === review.commentCount ? review : { ...review, commentCount }
}

function withListens({ listened }: LiveState, review: SeenReview, requestedAt: number): SeenReview {
  const latestCount = listened.get(review.user.nickname)
  if (!latestCount || latestCount.at <= requestedAt || latestCount.listens === review.listens) return review
  return { ...review, listens: latestCount.listens }
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

/** While the user reads among `shownIds`, only their own reviews are inserted there. Reviews appended at the end move nothing. */
export function part<One extends Review>(
  reviews: readonly One[],
  shownIds: ReadonlySet<number> | null,
  ownNickname: string | undefined,
) {
  const last = reviews.findLastIndex(({ id }) => shownIds?.has(id))
  const waits = ({ id, user }: One, index: number) =>
    shownIds !== null && index < last && !shownIds.has(id) && user.nickname !== ownNickname
  return { shown: reviews.filter((review, index) => !waits(review, index)), waiting: reviews.filter(waits) }
}
