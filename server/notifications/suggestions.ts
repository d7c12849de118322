import type { Thread } from '../../shared/comments.ts'
import { limits } from '../../shared/limits.ts'
import { isNickname, type UserCard } from '../../shared/users.ts'
import type { Deps } from '../deps.ts'
import { escapeLike } from '../lib/likePattern.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { SignedIn } from '../trpc.ts'
import { searchUsers } from '../users/queries.ts'
import { isPersonShownTo, isShownTo } from '../visible.ts'

const MOST = limits.mentionSuggestions

type Asked = { viewerId: number; pattern: string }

const followed = statement(({ viewerId, pattern }: Asked) =>
  kysely
    .selectFrom('Follow as f')
    .innerJoin('User as u', 'u.id', 'f.followingId')
    .select(['u.nickname', 'u.avatar'])
    .where('f.followerId', '=', viewerId)
    .where('u.nickname', 'like', pattern)
    .where(isPersonShownTo(viewerId))
    .orderBy('u.nickname')
    .limit(MOST),
)

const inListThread = statement(({ viewerId, pattern, id }: Asked & { id: number }) =>
  kysely
    .selectFrom('Comment as c')
    .innerJoin('User as u', 'u.id', 'c.userId')
    .innerJoin('List as l', 'l.id', 'c.listId')
    .innerJoin('User as o', 'o.id', 'l.userId')
    .select(['u.nickname', 'u.avatar'])
    .distinct()
    .where('c.listId', '=', id)
    .where('u.nickname', 'like', pattern)
    .where(isPersonShownTo(viewerId))
    .where(isShownTo(viewerId, 'l', 'o'))
    .orderBy('u.nickname')
    .limit(MOST),
)
const inReviewThread = statement(({ viewerId, pattern, id }: Asked & { id: number }) =>
  kysely
    .selectFrom('Comment as c')
    .innerJoin('User as u', 'u.id', 'c.userId')
    .innerJoin('Log as l', 'l.id', 'c.logId')
    .innerJoin('User as o', 'o.id', 'l.userId')
    .select(['u.nickname', 'u.avatar'])
    .distinct()
    .where('c.logId', '=', id)
    .where('u.nickname', 'like', pattern)
    .where(isPersonShownTo(viewerId))
    .where(isShownTo(viewerId, 'l', 'o'))
    .orderBy('u.nickname')
    .limit(MOST),
)

/** Whom the viewer may mean by '@' and the beginning of a name: those whom they follow or who are in the thread come first. */
export async function suggestPeople(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { query, thread }: { query: string; thread?: Thread | undefined },
): Promise<UserCard[]> {
  const prefix = query.toLowerCase()
  if (prefix !== '' && !isNickname(prefix)) return []
  const asked = { viewerId: viewer.id, pattern: `${escapeLike(prefix)}%` }
  const there = !thread
    ? []
    : 'list' in thread
      ? await inListThread(db, { ...asked, id: thread.list })
      : await inReviewThread(db, { ...asked, id: thread.review })
  const near = [...(await followed(db, asked)), ...there]
  const others = near.length < MOST ? await searchUsers({ db }, viewer, { query: prefix }) : []
  const found = new Map(
    [...near, ...others].map(({ nickname, avatar }): [string, UserCard] => [nickname, { nickname, avatar }]),
  )
  found.delete(viewer.view.nickname)
  return [...found.values()].slice(0, MOST)
}
