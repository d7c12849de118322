import type { ReviewEvent } from '../../shared/events.ts'
import type { Review, ReviewPage, SeenReview } from '../../shared/logs.ts'
import { withPresentUser, type UserChanges } from '../lib/presentUser.ts'
import { hearLikes, nothingOfLikes, withLikes, type Likes } from '../likes/likeState.ts'

/** How reviews can be ordered. */
export type ReviewSort = 'newest' | 'liked'

/**
 * The reviews are what the server's pages say, corrected by what was heard since. As in the activity feed one counter
 * orders both: an event gets the next number when it is heard, a page the number that stood when it was asked for.
 */
export type NumberedPage = ReviewPage & {
  asked: number
  /** its order; without one it came with the page, whose first order is the newest */
  sort?: ReviewSort
}

/** What was last said of one review: its state, or null when it is gone; `since` is when it was first heard of. */
type Said = { review: Review | null; at: number; since: number }
/** How many comments were last told to stand under a review. */
type Commented = { commentCount: number; at: number }
export type Heard = {
  said: ReadonlyMap<number, Said>
  likes: Likes
  commented: ReadonlyMap<number, Commented>
  changed: UserChanges
  reset: number
}

export const nothingHeard: Heard = {
  said: new Map(),
  likes: nothingOfLikes,
  commented: new Map(),
  changed: [],
  reset: 0,
}

/** Adds the event that was heard as number `at`. */
export function hear(heard: Heard, at: number, event: ReviewEvent): Heard {
  switch (event.type) {
    case 'live':
      return heard
    case 'reset':
      return { ...heard, reset: at }
    case 'review.liked':
      return { ...heard, likes: hearLikes(heard.likes, at, event.id, event.likeCount) }
    case 'review.commented':
      return hearCommented(heard, at, event)
    case 'review.removed':
      return say(heard, at, event.id, null)
    case 'user.changed':
      return { ...heard, changed: [...heard.changed, { at, ...event }] }
    case 'review.saved': {
      const { review } = event
      const likes = hearLikes(heard.likes, at, review.id, review.likeCount)
      return say(hearCommented({ ...heard, likes }, at, review), at, review.id, review)
    }
  }
}

function hearCommented(
  heard: Heard,
  at: number,
  { id, commentCount }: Pick<Review, 'id' | 'commentCount'>,
): Heard {
  return { ...heard, commented: new Map(heard.commented).set(id, { commentCount, at }) }
}

function say(heard: Heard, at: number, id: number, review: Review | null): Heard {
  const known = heard.said.get(id)
  // What was replayed may be older than what is known; what comes back after a removal is new.
  if (review && known?.review && known.review.version > review.version) return heard
  const since = known?.review ? known.since : at
  return { ...heard, said: new Map(heard.said).set(id, { review, at, since }) }
}

/** The number from which on the pages must have been asked for: events before it were lost. */
export const isOutdated = (pages: readonly NumberedPage[], { reset }: Heard): boolean =>
  pages.some(({ asked }) => asked < reset)

/** Whether a review that was shown is known to be gone. */
export const isRemoved = ({ said }: Heard, id: number): boolean => said.get(id)?.review === null

/**
 * The reviews as they are to be shown, and the ids of those that no page held when it was asked for. Nothing comes above
 * the review `first`, if the first page begins with it.
 */
export function readReviews(pages: readonly NumberedPage[], heard: Heard, first: number | null = null) {
  const reviews = new Map<number, SeenReview>()
  const listed = new Set<number>()
  for (const { items, asked } of pages) {
    for (const item of items) {
      listed.add(item.id)
      const said = heard.said.get(item.id)
      const state = stateOf(item, asked, said)
      if (!state) continue
      const now = withPresentUser(heard.changed, state, state === item ? asked : said!.at)
      reviews.set(item.id, withComments(heard, withLikes(heard.likes, now, item, asked), item, asked))
    }
  }
  const list = [...reviews.values()]
  const fresh = new Set<number>()
  for (const { review, at } of [...heard.said.values()].sort((a, b) => a.since - b.since)) {
    // What was said before the pages were asked for, and is in none of them, stands below them or is gone.
    if (!review || listed.has(review.id) || at <= pages[0]!.asked || isBelow(pages, review)) continue
    fresh.add(review.id)
    const now = withPresentUser(heard.changed, review, at)
    const seen = withLikes(heard.likes, now, { likeCount: review.likeCount, liked: false }, -1)
    list.splice(placeOf(list, review, sortOf(pages), first), 0, withComments(heard, seen, review, -1))
  }
  return { reviews: list, fresh }
}

/** The order of the pages that are there. */
export const sortOf = (pages: readonly NumberedPage[]): ReviewSort => pages[0]!.sort ?? 'newest'

/** A review with the comments that it has now; `listed` is what a page that was asked for at `asked` says of them. */
function withComments({ commented }: Heard, review: SeenReview, listed: Review, asked: number): SeenReview {
  const told = commented.get(review.id)
  const { commentCount } = told && told.at > asked ? told : listed
  return commentCount === review.commentCount ? review : { ...review, commentCount }
}

/** A review of a page as it is now; null when it is gone. */
function stateOf(item: Review, asked: number, said: Said | undefined): Review | null {
  if (!said) return item
  if (said.review === null) return asked >= said.at ? item : null
  if (said.review.version !== item.version) return said.review.version > item.version ? said.review : item
  return said.at > asked ? said.review : item
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
