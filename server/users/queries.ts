import { limits } from '../../shared/limits.ts'
import { isNickname, type Profile, type UserFound } from '../../shared/users.ts'
import { isInsider, type Insider, type Reader } from '../../shared/visibility.ts'
import {
  byReader,
  isHiddenFrom,
  isPersonShownTo,
  isSeenBy,
  isVisible,
  NOBODY,
  readerIn,
} from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { notFound } from '../lib/errors.ts'
import { escapeLike } from '../lib/likePattern.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import { peopleCount } from '../live/counters.ts'
import { readStanding, type Standing } from './standing.ts'

const personOf = statement(({ nickname }: { nickname: string }) =>
  kysely.selectFrom('User').select(['id', 'disabledAt']).where('nickname', '=', nickname),
)

/** Finds disabled users, too. */
export async function findPerson(
  { db }: Pick<Deps, 'db'>,
  nickname: string,
): Promise<{ id: number; disabledAt: Date | null } | null> {
  if (!isNickname(nickname)) return null
  const [person = null] = await personOf(db, { nickname })
  return person
}

const readOwner = statement(({ nickname, viewerId }: { nickname: string; viewerId: number }) =>
  kysely
    .selectFrom('User as u')
    .select(['u.id', readerIn(viewerId).as('reader')])
    .where('u.nickname', '=', nickname)
    .where(isVisible),
)

/**
 * Outsiders get `nothing` without a query: every read by nickname uses this function.
 * @throws notFound also for a user who is hidden from the viewer
 */
export async function readOf<Things>(
  { db }: Pick<Deps, 'db'>,
  { viewer, nickname, nothing }: { viewer: { id: number } | null; nickname: string; nothing: Things },
  read: (owner: { id: number; reader: Insider }) => Promise<Things>,
): Promise<Things> {
  const viewerId = viewer?.id ?? NOBODY
  const [owner] = isNickname(nickname) ? await readOwner(db, { nickname, viewerId }) : []
  if (!owner || owner.reader === 'blocked') throw notFound('users.notFound', 'nickname')
  const { id, reader } = owner
  return isInsider(reader) ? await read({ id, reader }) : nothing
}

const profileOf = statement(({ nickname, viewerId }: { nickname: string; viewerId: number }) =>
  kysely
    .selectFrom('User as u')
    .select(['u.id', 'u.nickname', 'u.avatar', 'u.bio', 'u.isPrivate', readerIn(viewerId).as('reader')])
    .select((eb) => [
      peopleCount('Follow', 'followerId', 'followingId', eb.ref('u.id')).as('followers'),
      peopleCount('Follow', 'followingId', 'followerId', eb.ref('u.id')).as('following'),
    ])
    .where('u.nickname', '=', nickname)
    .where(isVisible),
)

const counts = byReader((reader) =>
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
      // Usually few: favorites that only narrower audiences can see. Counting them separately is cheaper than checking each
      // favorite.
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
  ),
)

const linksOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('ProfileLink').select(['type', 'url']).where('userId', '=', userId).orderBy('position'),
)
const topAlbumsOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('TopAlbum as t')
    .innerJoin('Album as a', 'a.id', 't.albumId')
    .select(['a.artist', 'a.name', 'a.image', 'a.year'])
    .where('t.userId', '=', userId)
    .orderBy('t.position'),
)

export async function getProfile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: SignedIn | null,
  { nickname }: { nickname: string },
): Promise<Profile> {
  if (!isNickname(nickname)) throw notFound('users.notFound', 'nickname')
  const [row] = await profileOf(db, { nickname, viewerId: viewer?.id ?? NOBODY })
  if (!row || row.reader === 'blocked') throw notFound('users.notFound', 'nickname')
  const { id: userId, reader, avatar, bio, followers, following } = row
  const isPrivate = Boolean(row.isPrivate)
  const standing = await readStanding(db, viewer, userId, now())
  const { mutedUntil } = standing
  const relation = relationOf(viewer, reader, standing)
  const shell = { nickname, avatar, bio, followers, following, isPrivate, relation, mutedUntil }
  if (!isInsider(reader)) return { ...shell, links: [], favoriteAlbums: [], counts: NONE }
  const [links, favoriteAlbums, [countRow]] = await Promise.all([
    linksOf(db, { userId }),
    topAlbumsOf(db, { userId }),
    counts[reader](db, { userId }),
  ])
  const { hiddenFavorites, favorites, ...others } = countRow!
  return { ...shell, links, favoriteAlbums, counts: { favorites: favorites - hiddenFavorites, ...others } }
}

const NONE = { favorites: 0, listened: 0, reviews: 0, diary: 0, lists: 0 }

function relationOf(viewer: SignedIn | null, reader: Reader, { isRequested }: Standing): Profile['relation'] {
  if (!viewer) return 'visitor'
  if (reader === 'owner') return 'self'
  if (reader === 'follower') return 'following'
  // A public account has no pending requests.
  return reader === 'outsider' && isRequested ? 'requested' : 'none'
}

type Like = { pattern: string; viewerId: number; after: string; limit: number }
const usersLike = statement(({ pattern, viewerId, after, limit }: Like) =>
  kysely
    .selectFrom('User as u')
    .select(['u.nickname', 'u.avatar', 'u.bio'])
    .where('u.nickname', 'like', pattern)
    .where('u.nickname', '>', after)
    .where(isPersonShownTo(viewerId))
    .orderBy('u.nickname')
    .limit(limit),
)

type Searched = { query: string; after?: string | undefined; limit?: number | undefined }

export async function searchUsers(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { query, after = '', limit = limits.userSearch.results }: Searched,
): Promise<UserFound[]> {
  const prefix = query.toLowerCase()
  if (prefix.length < limits.userSearch.min || !isNickname(prefix)) return []
  return await usersLike(db, {
    pattern: `${escapeLike(prefix)}%`,
    viewerId: viewer?.id ?? NOBODY,
    after: isNickname(after) ? after : '',
    limit,
  })
}
