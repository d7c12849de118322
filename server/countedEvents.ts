import type { Thread } from '../shared/comments.ts'
import { listComments, reviewComments } from './comments/counts.ts'
import { countLikes, type LikesTable } from './live/counters.ts'
import type { Counters } from './live/eventLog.ts'

type Liked = { id: number; likeCount: number }
const likesBy = (count: (typeof countLikes)[LikesTable]) => ({
  of: ({ id }: Liked) => id,
  count,
  put: (payload: Liked, likeCount: number) => ({ ...payload, likeCount }),
})

const commentsOfThread = <Payload extends { thread: Thread; count: number }>() => {
  const put = (payload: Payload, count: number) => ({ ...payload, count })
  return [
    { of: ({ thread }: Payload) => ('list' in thread ? thread.list : null), count: listComments.gather, put },
    {
      of: ({ thread }: Payload) => ('review' in thread ? thread.review : null),
      count: reviewComments.gather,
      put,
    },
  ]
}

/** Counters run when events are numbered (docs/decisions, counted events). */
export const counters: Counters = {
  'review.liked': [likesBy(countLikes.ReviewLike)],
  'review.commented': [
    {
      of: ({ id }) => id,
      count: reviewComments.gather,
      put: (payload, commentCount) => ({ ...payload, commentCount }),
    },
  ],
  'review.saved': [
    {
      of: ({ review }) => review.id,
      count: countLikes.ReviewLike,
      put: ({ review, ...rest }, likeCount) => ({ ...rest, review: { ...review, likeCount } }),
    },
    {
      of: ({ review }) => review.id,
      count: reviewComments.gather,
      put: ({ review, ...rest }, commentCount) => ({ ...rest, review: { ...review, commentCount } }),
    },
  ],
  'list.liked': [likesBy(countLikes.ListLike)],
  'comment.added': commentsOfThread(),
  'comment.removed': commentsOfThread(),
  'comment.shown': commentsOfThread(),
  'comment.liked': [likesBy(countLikes.CommentLike)],
}
