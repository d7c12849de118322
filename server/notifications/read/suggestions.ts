import type { Thread } from '../../../shared/comments.ts'
import { limits } from '../../../shared/limits.ts'
import { isNickname, type UserCard } from '../../../shared/users.ts'
import { columnOf, findPlace } from '../../access/threads.ts'
import { isInThread, isPersonShownTo } from '../../access/visibleTo.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import type { Db } from '../../lib/db.ts'
import { escapeLike } from '../../lib/likePattern.ts'
import { kysely, statement } from '../../lib/sql.ts'
import { searchUsers } from '../../users/queries.ts'

const MOST = limits.mentionSuggestions

type Requested = { viewerId: number; pattern: string }

const followedUsers = statement(({ viewerId, pattern }: Requested) =>
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

const inThread = (column: 'listId' | 'logId') =>
  statement(({ viewerId, pattern, id }: Requested & { id: number }) =>
    kysely
      .selectFrom('Comment as c')
      .innerJoin('User as u', 'u.id', 'c.userId')
      .select(['u.nickname', 'u.avatar'])
      .distinct()
      .where(`c.${column}`, '=', id)
      .where(isInThread(viewerId))
      .where('u.nickname', 'like', pattern)
      .where(isPersonShownTo(viewerId))
      .orderBy('u.nickname')
      .limit(MOST),
  )
const commenters = { listId: inThread('listId'), logId: inThread('logId') }

async function findCommenters(db: Db, requested: Requested, thread: Thread): Promise<UserCard[]> {
  const place = await findPlace(db, { id: requested.viewerId }, thread)
  const [column, id] = columnOf(thread)
  return place ? await commenters[column](db, { ...requested, id }) : []
}

/** Users whom the viewer follows or who comment in the thread come first. */
export async function suggestPeople(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn,
  { query, thread }: { query: string; thread?: Thread | undefined },
): Promise<UserCard[]> {
  const prefix = query.toLowerCase()
  if (prefix !== '' && !isNickname(prefix)) return []
  const requested = { viewerId: viewer.id, pattern: `${escapeLike(prefix)}%` }
  const commenting = thread ? await findCommenters(db, requested, thread) : []
  const near = [...(await followedUsers(db, requested)), ...commenting]
  const others = near.length < MOST ? await searchUsers({ db }, viewer, { query: prefix }) : []
  const cards = new Map(
    [...near, ...others].map(({ nickname, avatar }): [string, UserCard] => [nickname, { nickname, avatar }]),
  )
  cards.delete(viewer.view.nickname)
  return [...cards.values()].slice(0, MOST)
}
