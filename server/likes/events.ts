import { threadOf } from '../../shared/comments.ts'
import { topics, type PlakEvent } from '../../shared/events.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Audience } from '../core/change.ts'
import { UNCOUNTED } from '../live/eventLog.ts'

/** The owner of a liked thing, and who can see the thing. */
type Owned = { ownerId: number; level: Visibility }
type LikesEvent = { topic: string; event: PlakEvent; audience: Audience }

/** Returns the event for a review's changed number of likes. */
export const reviewLiked = ({
  id,
  key,
  ownerId,
  level,
}: { id: number; key: string } & Owned): LikesEvent => ({
  topic: topicOfKey(key),
  event: { type: 'review.liked', id, likeCount: UNCOUNTED },
  audience: { ownerId, level },
})

/** Returns the event for a list's changed number of likes. */
export const listLiked = ({ id, ownerId, level }: { id: number } & Owned): LikesEvent => ({
  topic: topics.list(id),
  event: { type: 'list.liked', id, likeCount: UNCOUNTED },
  audience: { ownerId, level },
})

type Place = Parameters<typeof threadOf>[0]

/** Returns the event for a comment's changed number of likes. Its audience is that of the thread. */
export const commentLiked = ({
  id,
  ownerId,
  level,
  ...place
}: { id: number } & Place & Owned): LikesEvent => ({
  topic: topics.thread(threadOf(place)),
  event: { type: 'comment.liked', id, likeCount: UNCOUNTED },
  audience: { ownerId, level },
})
