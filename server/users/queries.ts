import { limits } from '../../shared/limits.ts'
import { isNickname, type Profile, type UserFound } from '../../shared/users.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../lib/errors.ts'
import { escapeLike } from '../lib/likePattern.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import { peopleCount } from '../live/counters.ts'
import type { SignedIn } from '../trpc.ts'
import { isVisible } from '../visible.ts'

/** The person behind a nickname, a disabled one too; null when there is none, and for a text that cannot be a nickname. */
export async function findPerson(
  { db }: Pick<Deps, 'db'>,
  nickname: string,
): Promise<{ id: number; disabledAt: Date | null } | null> {
  if (!isNickname(nickname)) return null
  return await db.user.findUnique({ where: { nickname }, select: { id: true, disabledAt: true } })
}

/** The id of the person behind a nickname. @throws notFound */
export async function getUserId(deps: Pick<Deps, 'db'>, nickname: string): Promise<number> {
  const user = await findPerson(deps, nickname)
  if (!user || user.disabledAt) throw notFound('users.notFound', 'nickname')
  return user.id
}

const profileOf = statement(({ nickname }: { nickname: string }) =>
  kysely
    .selectFrom('User as u')
    .select(['u.id', 'u.nickname', 'u.avatar', 'u.bio'])
    .select((eb) => {
      const logs = eb.selectFrom('Log').select(countAll).whereRef('userId', '=', 'u.id')
      return [
        peopleCount('Follow', 'followerId', 'followingId', eb.ref('u.id')).as('followers'),
        peopleCount('Follow', 'followingId', 'followerId', eb.ref('u.id')).as('following'),
        eb
          .selectFrom('Favorite')
          .select(countAll)
          .whereRef('userId', '=', 'u.id')
          .$asScalar()
          .$notNull()
          .as('favorites'),
        logs.$asScalar().$notNull().as('listened'),
        logs.where('reviewedAt', 'is not', null).$asScalar().$notNull().as('reviews'),
      ]
    })
    .where('u.nickname', '=', nickname)
    .where(isVisible),
)

const linksOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('ProfileLink').select(['type', 'url']).where('userId', '=', userId).orderBy('position'),
)
const topAlbumsOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('TopAlbum as t')
    .innerJoin('Album as a', 'a.id', 't.albumId')
    .select(['a.artist', 'a.name', 'a.image'])
    .where('t.userId', '=', userId)
    .orderBy('t.position'),
)

/** A person's profile with exact counts, as the viewer may see it. @throws notFound */
export async function getProfile(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname }: { nickname: string },
): Promise<Profile> {
  if (!isNickname(nickname)) throw notFound('users.notFound', 'nickname')
  const [row] = await profileOf(db, { nickname })
  if (!row) throw notFound('users.notFound', 'nickname')
  const { followers, following, favorites, listened, reviews } = row
  const [links, favoriteAlbums, relation] = await Promise.all([
    linksOf(db, { userId: row.id }),
    topAlbumsOf(db, { userId: row.id }),
    relationTo({ db }, viewer, row.id),
  ])
  return {
    nickname: row.nickname,
    avatar: row.avatar,
    bio: row.bio,
    links,
    favoriteAlbums,
    followers,
    following,
    counts: { favorites, listened, reviews, diary: listened },
    relation,
  }
}

async function relationTo(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  id: number,
): Promise<Profile['relation']> {
  if (!viewer) return 'visitor'
  if (viewer.id === id) return 'self'
  const follows = await db.follow.count({ where: { followerId: viewer.id, followingId: id } })
  return follows ? 'following' : 'none'
}

const usersLike = statement(({ pattern }: { pattern: string }) =>
  kysely
    .selectFrom('User as u')
    .select(['u.nickname', 'u.avatar', 'u.bio'])
    .where('u.nickname', 'like', pattern)
    .where(isVisible)
    .orderBy('u.nickname')
    .limit(limits.userSearch.results),
)

/** People whose nickname begins with the query, ordered by nickname; none for less than two characters. */
export async function searchUsers(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: string },
): Promise<UserFound[]> {
  const prefix = query.toLowerCase()
  if (prefix.length < limits.userSearch.min || !isNickname(prefix)) return []
  return await usersLike(db, { pattern: `${escapeLike(prefix)}%` })
}
