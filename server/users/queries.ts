import { limits } from '../../shared/limits.ts'
import { isNickname, type Profile, type UserFound } from '../../shared/users.ts'
import type { Reader } from '../../shared/visibility.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../lib/errors.ts'
import { escapeLike } from '../lib/likePattern.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import { peopleCount } from '../live/counters.ts'
import type { SignedIn } from '../trpc.ts'
import { isHiddenFrom, isSeenBy, isVisible, readerOf } from '../visible.ts'

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

/** The person whose pages somebody reads, and what the reader is to them. @throws notFound */
export async function getReadPerson(
  { db }: Pick<Deps, 'db'>,
  viewer: { id: number } | null,
  nickname: string,
): Promise<{ id: number; reader: Reader }> {
  const id = await getUserId({ db }, nickname)
  return { id, reader: await readerOf(db, viewer?.id ?? null, id) }
}

const profileOf = statement(({ nickname }: { nickname: string }) =>
  kysely
    .selectFrom('User as u')
    .select(['u.id', 'u.nickname', 'u.avatar', 'u.bio'])
    .select((eb) => [
      peopleCount('Follow', 'followerId', 'followingId', eb.ref('u.id')).as('followers'),
      peopleCount('Follow', 'followingId', 'followerId', eb.ref('u.id')).as('following'),
    ])
    .where('u.nickname', '=', nickname)
    .where(isVisible),
)

/** What a class of readers finds on the tabs of a person's profile. */
const countsFor = (reader: Reader) =>
  statement(({ userId }: { userId: number }) =>
    kysely.selectNoFrom((eb) => {
      const logs = eb
        .selectFrom('Log as l')
        .select(countAll)
        .where('l.userId', '=', userId)
        .where(isSeenBy(reader))
      const opinions = eb.selectFrom('Opinion as o').select(countAll).where('o.userId', '=', userId)
      const lists = eb.selectFrom('List as l').select(countAll).where('l.userId', '=', userId)
      const favorites = eb.selectFrom('Favorite as f').select(countAll).where('f.userId', '=', userId)
      // Few as a rule: what only narrower circles see. It is cheaper to count them apart than to look at each heart.
      const hidden = favorites
        .innerJoin('Opinion as o', (join) =>
          join.onRef('o.userId', '=', 'f.userId').onRef('o.albumId', '=', 'f.albumId'),
        )
        .where(isHiddenFrom(reader, 'o'))
      return [
        favorites.$asScalar().$notNull().as('favorites'),
        hidden.$asScalar().$notNull().as('hiddenFavorites'),
        opinions.where(isSeenBy(reader, 'o')).$asScalar().$notNull().as('listened'),
        lists.where(isSeenBy(reader)).$asScalar().$notNull().as('lists'),
        logs.where('l.date', 'is not', null).$asScalar().$notNull().as('diary'),
        logs.where('l.reviewedAt', 'is not', null).$asScalar().$notNull().as('reviews'),
      ]
    }),
  )
const counts = {
  stranger: countsFor('stranger'),
  follower: countsFor('follower'),
  owner: countsFor('owner'),
}

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
  const { followers, following } = row
  const [links, favoriteAlbums, reader] = await Promise.all([
    linksOf(db, { userId: row.id }),
    topAlbumsOf(db, { userId: row.id }),
    readerOf(db, viewer?.id ?? null, row.id),
  ])
  const [counted] = await counts[reader](db, { userId: row.id })
  const { hiddenFavorites, favorites, ...others } = counted!
  return {
    nickname: row.nickname,
    avatar: row.avatar,
    bio: row.bio,
    links,
    favoriteAlbums,
    followers,
    following,
    counts: { favorites: favorites - hiddenFavorites, ...others },
    relation: relationOf(viewer, reader),
  }
}

function relationOf(viewer: SignedIn | null, reader: Reader): Profile['relation'] {
  if (!viewer) return 'visitor'
  return ({ owner: 'self', follower: 'following', stranger: 'none' } as const)[reader]
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
