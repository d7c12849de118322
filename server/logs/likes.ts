import { isVisible } from '../access/visibleTo.ts'
import { kysely, statement } from '../lib/sql.ts'
import { reviewLiked } from '../likes/events.ts'
import { makeLikes } from '../likes/write.ts'
import { noticeOf } from '../notifications/causes.ts'
import { notifyOfLikes } from '../notifications/write/withdraw.ts'

const find = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id', 'a.key', 'l.userId as ownerId', 'l.visibility as level'])
    .where('l.id', 'in', ids)
    .where('l.reviewedAt', 'is not', null)
    .where(isVisible),
)

/** @throws notFound for a review that no longer exists or has no text */
export const likeReview = makeLikes({
  table: 'ReviewLike',
  find,
  eventOf: reviewLiked,
  missing: 'logs.reviewNotFound',
  notify: notifyOfLikes(({ id, ownerId }, likerId) =>
    noticeOf('likeReview', { userId: ownerId, likerId, thread: { review: id } }),
  ),
})
