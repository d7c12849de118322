import { isVisible } from '../access/visibleTo.ts'
import { kysely, statement } from '../lib/sql.ts'
import { listLiked } from '../likes/events.ts'
import { makeLikes } from '../likes/write.ts'
import { noticeOf } from '../notifications/causes.ts'
import { notifyOfLikes } from '../notifications/write/withdraw.ts'

const find = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('List as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id', 'l.userId as ownerId', 'l.visibility as level'])
    .where('l.id', 'in', ids)
    .where(isVisible),
)

/** @throws notFound for a list that no longer exists */
export const likeList = makeLikes({
  table: 'ListLike',
  find,
  eventOf: listLiked,
  missing: 'lists.notFound',
  notify: notifyOfLikes(({ id, ownerId }, likerId) =>
    noticeOf('likeList', { userId: ownerId, likerId, thread: { list: id } }),
  ),
})
