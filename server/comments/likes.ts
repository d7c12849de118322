import { threadOf } from '../../shared/comments.ts'
import { topics } from '../../shared/events.ts'
import { isInThread, isVisible, isVisibleOf, NOBODY } from '../access/visibleTo.ts'
import { kysely, statement } from '../lib/sql.ts'
import { makeLikes } from '../likes/write.ts'
import { noticeOf } from '../notifications/causes.ts'
import { notifyOfLikes } from '../notifications/write/withdraw.ts'

/**
 * Finds the comments that can be liked: not hidden, of an author who is not disabled, on a list or review that exists
 * and whose owner is not disabled.
 */
const find = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('Comment as c')
    .innerJoin('User as u', 'u.id', 'c.userId')
    .leftJoin('List as l', 'l.id', 'c.listId')
    .leftJoin('Log as r', 'r.id', 'c.logId')
    .innerJoin('User as o', (join) =>
      join.on((eb) => eb('o.id', '=', eb.fn.coalesce('l.userId', 'r.userId'))),
    )
    .select(['c.id', 'c.listId', 'c.logId', 'c.userId as authorId', 'o.id as ownerId'])
    .select((eb) => eb.fn.coalesce('l.visibility', 'r.visibility').$notNull().as('level'))
    .where('c.id', 'in', ids)
    .where(isInThread(NOBODY))
    .where(isVisible)
    .where(isVisibleOf('o'))
    .where((eb) => eb.or([eb('r.id', 'is', null), eb('r.reviewedAt', 'is not', null)])),
)

/** Likes a comment or removes the like. @throws notFound for a comment that no longer exists or is hidden with its thread */
export const likeComment = makeLikes({
  table: 'CommentLike',
  find,
  topic: (place) => topics.thread(threadOf(place)),
  event: 'comment.liked',
  missing: 'comments.notFound',
  notify: notifyOfLikes(({ id, authorId, ...place }, likerId) =>
    noticeOf('likeComment', { userId: authorId, likerId, thread: threadOf(place), id }),
  ),
})
