/** What can be liked: a review, a list, a comment. */
export type Likeable = { id: number; likeCount: number }
/** What one says of likes: whether the viewer is among them, and how many there are. */
export type Said = { liked: boolean; likeCount: number }

/** `since` is the number at which it was wished, `at` the one at which the server granted it. */
type Own = {
  wished: (Said & { since: number }) | null
  granted: (Said & { since: number; at: number }) | null
}

/**
 * What was heard of likes of things of one kind. One counter of the page orders all: an event gets the next number when it
 * is heard, a page the number that stood when it was asked for. An event is everybody's: it tells how many there are, and
 * not whether the viewer is one of them. That is known from the pages, and from what they did here themselves.
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

/** The viewer wishes to like a thing, or not to: as number `at`, which names the wish. */
export function wishLike(likes: Likes, at: number, thing: Said & Likeable, liked: boolean): Likes {
  const step = liked === thing.liked ? 0 : liked ? 1 : -1
  const wished = { liked, likeCount: thing.likeCount + step, since: at }
  return withOwn(likes, thing.id, (own) => ({ ...own, wished }))
}

/** The server granted a wish. Of two wishes the later is shown, whatever becomes of the earlier. */
export const grantLike = (
  likes: Likes,
  at: number,
  id: number,
  wish: number,
  { liked, likeCount }: Said,
): Likes =>
  withOwn(likes, id, ({ wished }) => ({
    wished: wished?.since === wish ? null : wished,
    granted: { liked, likeCount, since: wish, at },
  }))

/** A wish failed: what was before is shown again. */
export const refuseLike = (likes: Likes, id: number, wish: number): Likes =>
  withOwn(likes, id, ({ wished, granted }) => ({ wished: wished?.since === wish ? null : wished, granted }))

/** A thing with its likes as they are now; `listed` is what a page that was asked for at `asked` says of them. */
export function withLikes<Thing extends Likeable>(
  { told, own }: Likes,
  thing: Thing,
  listed: Said,
  asked: number,
): Thing & Said {
  const { wished = null, granted = null } = own.get(thing.id) ?? {}
  const mine = wished ?? (granted && granted.at > asked ? granted : null)
  const heard = told.get(thing.id)
  // What was heard after a wish holds it already, or something that holds it follows at once.
  const likeCount =
    heard && heard.at > (mine?.since ?? asked) ? heard.likeCount : (mine?.likeCount ?? listed.likeCount)
  const liked = mine?.liked ?? listed.liked
  const isSame = 'liked' in thing && thing.liked === liked && thing.likeCount === likeCount
  return isSame ? (thing as Thing & Said) : { ...thing, liked, likeCount }
}
