/** What can be liked: a review, a list, a comment. */
export type Likeable = { id: number; likeCount: number }
/** The likes of a thing as a viewer sees them: whether they are among them, and how many there are. */
export type LikeStatus = { liked: boolean; likeCount: number }

/** `since` is the number of the request, `at` the one at which the server confirmed it. */
type Own = {
  pending: (LikeStatus & { since: number }) | null
  confirmed: (LikeStatus & { since: number; at: number }) | null
}

/**
 * The events about likes of things of one kind. One sequence orders all: an event gets the next number when it is received,
 * a page the last number when it is requested. An event is the same for everybody: it says how many there are, and not
 * whether the viewer is one of them. That is known from the pages, and from what they did here themselves.
 */
export type Likes = {
  counts: ReadonlyMap<number, { likeCount: number; at: number }>
  own: ReadonlyMap<number, Own>
}

export const initialLikes: Likes = { counts: new Map(), own: new Map() }

/** Applies the count of an event that was received as number `at`. */
export const applyLikeEvent = (likes: Likes, at: number, id: number, likeCount: number): Likes => ({
  ...likes,
  counts: new Map(likes.counts).set(id, { likeCount, at }),
})

const withOwn = (likes: Likes, id: number, change: (own: Own) => Own): Likes => ({
  ...likes,
  own: new Map(likes.own).set(id, change(likes.own.get(id) ?? { pending: null, confirmed: null })),
})

/** The viewer likes a thing or takes that back, as number `at`, which identifies the request; shown at once. */
export function requestLike(likes: Likes, at: number, thing: LikeStatus & Likeable, liked: boolean): Likes {
  const step = liked === thing.liked ? 0 : liked ? 1 : -1
  const pending = { liked, likeCount: thing.likeCount + step, since: at }
  return withOwn(likes, thing.id, (own) => ({ ...own, pending }))
}

/** The server confirmed a request. Of two requests the later one is shown, whatever becomes of the earlier one. */
export const confirmLike = (
  likes: Likes,
  at: number,
  id: number,
  request: number,
  { liked, likeCount }: LikeStatus,
): Likes =>
  withOwn(likes, id, ({ pending }) => ({
    pending: pending?.since === request ? null : pending,
    confirmed: { liked, likeCount, since: request, at },
  }))

/** A request failed: what was before is shown again. */
export const rollBackLike = (likes: Likes, id: number, request: number): Likes =>
  withOwn(likes, id, ({ pending, confirmed }) => ({
    pending: pending?.since === request ? null : pending,
    confirmed,
  }))

/** A thing with its likes as they are now; `listed` is what a page requested at `requestedAt` says. */
export function withLikes<Thing extends Likeable>(
  { counts, own }: Likes,
  thing: Thing,
  listed: LikeStatus,
  requestedAt: number,
): Thing & LikeStatus {
  const { pending = null, confirmed = null } = own.get(thing.id) ?? {}
  const mine = pending ?? (confirmed && confirmed.at > requestedAt ? confirmed : null)
  const counted = counts.get(thing.id)
  // An event received after a request includes it already, or one that includes it follows at once.
  const likeCount =
    counted && counted.at > (mine?.since ?? requestedAt)
      ? counted.likeCount
      : (mine?.likeCount ?? listed.likeCount)
  const liked = mine?.liked ?? listed.liked
  const isSame = 'liked' in thing && thing.liked === liked && thing.likeCount === likeCount
  return isSame ? (thing as Thing & LikeStatus) : { ...thing, liked, likeCount }
}
