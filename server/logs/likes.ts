import { isVisible } from '../access/visibleTo.ts'
import { topicOfKey } from '../catalog/albums.ts'
import { kysely, statement } from '../lib/sql.ts'
import { makeLikes } from '../likes/write.ts'
import { notifyOfLikes } from '../notifications/likes.ts'
import { about } from '../notifications/rows.ts'

/** Those of some that can be liked. */
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

/** Likes a review or takes the like back. @throws notFound for a review that is gone or has no text */
export const likeReview = makeLikes({
  table: 'ReviewLike',
  find,
  topic: ({ key }) => topicOfKey(key),
  event: 'review.liked',
  missing: 'logs.reviewNotFound',
  notify: notifyOfLikes('likeReview', ({ id, ownerId }) => ({
    to: ownerId,
    about: about.thread({ review: id }),
  })),
})
