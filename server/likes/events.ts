import { threadOf } from '../../shared/comments.ts'
import { topics, type PlakEvent } from '../../shared/events.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Audience, Write } from '../core/change.ts'
import { UNCOUNTED } from '../live/eventLog.ts'

type Liked = { id: number; ownerId: number; level: Visibility }
export type LikesEvent = { topic: string; event: PlakEvent; audience: Audience }

const likesEvent = (
  type: 'review.liked' | 'list.liked' | 'comment.liked',
  topic: string,
  { id, ownerId, level }: Liked,
): LikesEvent => ({ topic, event: { type, id, likeCount: UNCOUNTED }, audience: { ownerId, level } })

/** Without an actor: the event contains nothing about a user, so it can stay after a user is deleted. */
export const emitLiked = ({ emit }: Write, { topic, event, audience }: LikesEvent): void =>
  emit(topic, event, null, audience)

export const reviewLiked = (review: Liked & { key: string }): LikesEvent =>
  likesEvent('review.liked', topicOfKey(review.key), review)
export const listLiked = (list: Liked): LikesEvent => likesEvent('list.liked', topics.list(list.id), list)
export const commentLiked = (comment: Liked & Parameters<typeof threadOf>[0]): LikesEvent =>
  likesEvent('comment.liked', topics.thread(threadOf(comment)), comment)
