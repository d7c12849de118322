import { limits } from '../../shared/limits.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { Profile, ProfileLink, UserFound } from '../../shared/users.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../lib/errors.ts'
import { escapeLike } from '../lib/like.ts'

type ProfileRow = {
  id: number
  nickname: string
  avatar: string | null
  bio: string | null
  followers: bigint
  following: bigint
  favorites: bigint
  listened: bigint
  reviews: bigint
}

/** The id of the person behind a nickname. @throws notFound */
export async function getUserId({ db }: Pick<Deps, 'db'>, nickname: string): Promise<number> {
  const user = await db.user.findUnique({ where: { nickname }, select: { id: true, disabledAt: true } })
  if (!user || user.disabledAt) throw notFound((texts) => texts.users.notFound, 'nickname')
  return user.id
}

/** A person's profile with exact counts, as the viewer may see it. @throws notFound */
export async function getProfile(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname }: { nickname: string },
): Promise<Profile> {
  const [row] = await db.$queryRaw<ProfileRow[]>`
    SELECT u.id, u.nickname, u.avatar, u.bio,
      (SELECT COUNT(*) FROM Follow WHERE followingId = u.id) AS followers,
      (SELECT COUNT(*) FROM Follow WHERE followerId = u.id) AS following,
      (SELECT COUNT(*) FROM Favorite WHERE userId = u.id) AS favorites,
      (SELECT COUNT(*) FROM Log WHERE userId = u.id) AS listened,
      (SELECT COUNT(*) FROM Log WHERE userId = u.id AND reviewedAt IS NOT NULL) AS reviews
    FROM User u WHERE u.nickname = ${nickname} AND u.disabledAt IS NULL`
  if (!row) throw notFound((texts) => texts.users.notFound, 'nickname')
  const listened = Number(row.listened)
  const [links, favoriteAlbums, relation] = await Promise.all([
    db.$queryRaw<ProfileLink[]>`SELECT type, url FROM ProfileLink WHERE userId = ${row.id} ORDER BY position`,
    db.$queryRaw<AlbumCard[]>`
      SELECT a.artist, a.name, a.image FROM TopAlbum t JOIN Album a ON a.id = t.albumId
      WHERE t.userId = ${row.id} ORDER BY t.position`,
    relationTo({ db }, viewer, row.id),
  ])
  return {
    nickname: row.nickname,
    avatar: row.avatar,
    bio: row.bio,
    links,
    favoriteAlbums,
    followers: Number(row.followers),
    following: Number(row.following),
    counts: { favorites: Number(row.favorites), listened, reviews: Number(row.reviews), diary: listened },
    relation,
  }
}

async function relationTo({ db }: Pick<Deps, 'db'>, viewer: SignedIn | null, id: number): Promise<Profile['relation']> {
  if (!viewer) return 'visitor'
  if (viewer.id === id) return 'self'
  const follows = await db.follow.count({ where: { followerId: viewer.id, followingId: id } })
  return follows ? 'following' : 'none'
}

/** People whose nickname begins with the query, in the nicknames' order; nobody for less than two characters. */
export async function searchUsers({ db }: Pick<Deps, 'db'>, { query }: { query: string }): Promise<UserFound[]> {
  const prefix = query.toLowerCase()
  if (prefix.length < limits.userSearch.min || !/^[a-z0-9_]+$/.test(prefix)) return []
  return await db.$queryRaw<UserFound[]>`
    SELECT nickname, avatar, bio FROM User
    WHERE nickname LIKE ${`${escapeLike(prefix)}%`} AND disabledAt IS NULL
    ORDER BY nickname LIMIT ${limits.userSearch.results}`
}
