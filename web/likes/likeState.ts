export type Likeable = { id: number; likeCount: number }
export type LikeStatus = { liked: boolean; likeCount: number }

/** `since` is the number of the request, `at` the number at which the server confirmed it. */
type Own = {
  pending: (LikeStatus & { since: number }) | null
  confirmed: (LikeStatus & { since: number; at: number }) | null
}

/**
 * Numbers are ordered as in lib/liveRows.ts. Events are the same for everybody: they contain the count, but not whether the
 * viewer likes the thing.
 */
export type Likes = {
  counts: ReadonlyMap<number, { likeCount: number; at: number }>
  own: ReadonlyMap<number, Own>
}

export const initialLikes: Likes = { counts: new Map(), own: new Map() }

export const applyLikeEvent = (likes: Likes, at: number, id: number, likeCount: number): Likes => ({
  ...likes,
  counts: new Map(likes.counts).set(id, { likeCount, at }),
})

const withOwn = (likes: Likes, id: number, change: (own: Own) => Own): Likes => ({
  ...likes,
  own: new Map(likes.own).set(id, change(likes.own.get(id) ?? { pending: null, confirmed: null })),
})

/** `at` identifies the request. */
export function requestLike(likes: Likes, at: number, thing: LikeStatus & Likeable, liked: boolean): Likes {
  const step = liked === thing.liked ? 0 : liked ? 1 : -1
  const pending = { liked, likeCount: thing.likeCount + step, since: at }
  return withOwn(likes, thing.id, (status) => ({ ...status, pending }))
}

/** If another request followed, its state stays visible. */
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

export const rollBackLike = (likes: Likes, id: number, request: number): Likes =>
  withOwn(likes, id, ({ pending, confirmed }) => ({
    pending: pending?.since === request ? null : pending,
    confirmed,
  }))

/** `pageStatus` is the state on a page requested at `requestedAt`. */
export function withLikes<Thing extends Likeable>(
  { counts, own: ownLikes }: Likes,
  thing: Thing,
  pageStatus: LikeStatus,
  requestedAt: number,
): Thing & LikeStatus {
  const { pending = null, confirmed = null } = ownLikes.get(thing.id) ?? {}
  const ownStatus = pending ?? (confirmed && confirmed.at > requestedAt ? confirmed : null)
  const latestCount = counts.get(thing.id)
  // An event received after a request already includes it, or one that includes it follows immediately.
  const likeCount =
    latestCount && latestCount.at > (ownStatus?.since ?? requestedAt)
      ? latestCount.likeCount
      : (ownStatus?.likeCount ?? pageStatus.likeCount)
  const liked = ownStatus?.liked ?? pageStatus.liked
  const isSame = 'liked' in thing && thing.liked === liked && thing.likeCount === likeCount
  return isSame ? (thing as Thing & LikeStatus) : { ...thing, liked, likeCount }
}
