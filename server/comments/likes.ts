import { threadOf } from '../../shared/comments.ts'
import { commentsWithThread } from '../access/threads.ts'
import { isInThread, isVisible, isVisibleOf, NOBODY } from '../access/visibleTo.ts'
import { statement } from '../lib/sql.ts'
import { commentLiked } from '../likes/events.ts'
import { makeLikes } from '../likes/write.ts'
import { noticeOf } from '../notifications/causes.ts'
import { notifyOfLikes } from '../notifications/write/withdraw.ts'

const find = statement(({ ids }: { ids: number[] }) =>
  commentsWithThread
    .innerJoin('User as u', 'u.id', 'c.userId')
    .innerJoin('User as o', (join) =>
      join.on((eb) => eb('o.id', '=', eb.fn.coalesce('l.userId', 'r.userId'))),
    )
    .select('c.userId as authorId')
    .where('c.id', 'in', ids)
    .where(isInThread(NOBODY))
    .where(isVisible)
    .where(isVisibleOf('o'))
    .where((eb) => eb.or([eb('r.id', 'is', null), eb('r.reviewedAt', 'is not', null)])),
)

/** @throws notFound for a comment that no longer exists or is hidden with its thread */
export const likeComment = makeLikes({
  table: 'CommentLike',
  find,
  eventOf: commentLiked,
  missing: 'comments.notFound',
  notify: notifyOfLikes(({ id, authorId, ...place }, likerId) =>
    noticeOf('likeComment', { userId: authorId, likerId, thread: threadOf(place), id }),
  ),
})
