import type { Review, SeenReview } from '../../shared/logs.ts'

/** What one says of likes: whether the viewer is among them, and how many there are. */
type Said = Pick<SeenReview, 'liked' | 'likeCount'>
/** `since` is the number at which it was wished, `at` the one at which the server granted it. */
type Own = { wished: (Said & { since: number }) | null; granted: (Said & { since: number; at: number }) | null }

/**
 * What was heard of likes, in the numbers of reviewState.ts. An event is everybody's: it tells how many there are, and
 * not whether the viewer is one of them. That is known of the pages, and of what he did here himself.
 */
export type Likes = {
  told: ReadonlyMap<number, { likeCount: number; at: number }>
  own: ReadonlyMap<number, Own>
}

export const nothingOfLikes: Likes = { told: new Map(), own: new Map() }

/** Adds what an event told as number `at`. */
export const hearLikes = (likes: Likes, at: number, id: number, likeCount: number): Likes => ({
  ...likes,
  told: new Map(likes.told).set(id, { likeCount, at }),
})

const withOwn = (likes: Likes, id: number, change: (own: Own) => Own): Likes => ({
  ...likes,
  own: new Map(likes.own).set(id, change(likes.own.get(id) ?? { wished: null, granted: null })),
})

/** The viewer wishes to like a review, or not to: as number `at`, which names the wish. */
export function wishLike(likes: Likes, at: number, review: Said & { id: number }, liked: boolean): Likes {
  const step = liked === review.liked ? 0 : liked ? 1 : -1
  const wished = { liked, likeCount: review.likeCount + step, since: at }
  return withOwn(likes, review.id, (own) => ({ ...own, wished }))
}

/** The server granted a wish. Of two wishes the later is shown, whatever becomes of the earlier. */
export const grantLike = (likes: Likes, at: number, id: number, wish: number, { liked, likeCount }: Said): Likes =>
  withOwn(likes, id, ({ wished }) => ({
    wished: wished?.since === wish ? null : wished,
    granted: { liked, likeCount, since: wish, at },
  }))

/** A wish failed: what was before is shown again. */
export const refuseLike = (likes: Likes, id: number, wish: number): Likes =>
  withOwn(likes, id, ({ wished, granted }) => ({ wished: wished?.since === wish ? null : wished, granted }))

/** A review with its likes as they are now; `listed` is what a page that was asked for at `asked` says of them. */
export function withLikes({ told, own }: Likes, review: Review, listed: Said, asked: number): SeenReview {
  const { wished = null, granted = null } = own.get(review.id) ?? {}
  const mine = wished ?? (granted && granted.at > asked ? granted : null)
  const heard = told.get(review.id)
  // What was heard after a wish holds it already, or something that holds it follows at once.
  const likeCount =
    heard && heard.at > (mine?.since ?? asked) ? heard.likeCount : (mine?.likeCount ?? listed.likeCount)
  const liked = mine?.liked ?? listed.liked
  const isSame = 'liked' in review && review.liked === liked && review.likeCount === likeCount
  return isSame ? (review as SeenReview) : { ...review, liked, likeCount }
}
