import { sql } from 'kysely'
import type { Cursor } from '../../shared/cursor.ts'
import type { FollowCard, FollowListInput } from '../../shared/follows.ts'
import { limits } from '../../shared/limits.ts'
import { emptyPage, type Page } from '../../shared/page.ts'
import { isPersonShownTo, NOBODY } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { newestFirst, pageOf } from '../lib/keyset.ts'
import { kysely, statement } from '../lib/sql.ts'
import { readOf } from '../users/queries.ts'
import { readUserCursor, writeUserCursor } from './cursor.ts'

const PAGE = limits.followPage

type Side = 'followers' | 'following'
type Requested = { userId: number; viewerId: number; after: Cursor | null; limit: number }
type End = 'f.followerId' | 'f.followingId'

const peopleAt = (userColumn: End, ownerColumn: End) =>
  statement(({ userId, viewerId, after, limit }: Requested) =>
    kysely
      .selectFrom('Follow as f')
      .innerJoin('User as u', 'u.id', userColumn)
      // Starting with the users, the database would sort all of somebody's followers.
      .modifyFront(sql`STRAIGHT_JOIN`)
      .select(['u.id', 'u.nickname', 'u.avatar', 'u.isPrivate', 'f.createdAt'])
      .select((eb) => [
        eb
          .exists(
            eb
              .selectFrom('Follow as v')
              .select('v.followingId')
              .where('v.followerId', '=', viewerId)
              .whereRef('v.followingId', '=', 'u.id'),
          )
          .as('followed'),
        eb
          .exists(
            eb
              .selectFrom('FollowRequest as r')
              .select('r.requestedId')
              .where('r.requesterId', '=', viewerId)
              .whereRef('r.requestedId', '=', 'u.id')
              .where('r.withdrawnAt', 'is', null)
              // A public account has no pending requests.
              .where('u.isPrivate', '=', true),
          )
          .as('requested'),
      ])
      .where(ownerColumn, '=', userId)
      .where(isPersonShownTo(viewerId))
      .$call((query) => newestFirst(query, 'f.createdAt', userColumn, after))
      .limit(limit),
  )

const sides = {
  followers: peopleAt('f.followerId', 'f.followingId'),
  following: peopleAt('f.followingId', 'f.followerId'),
}
type Row = Awaited<ReturnType<(typeof sides)[Side]>>[number]

/** Follows of a private account are visible only to its owner and followers. @throws notFound */
export async function listFollows(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  side: Side,
  { nickname, cursor, limit = PAGE }: FollowListInput,
): Promise<Page<FollowCard>> {
  return await readOf({ db }, { viewer, nickname, nothing: emptyPage }, async ({ id: userId }) => {
    const after = await readUserCursor({ db }, viewer, cursor)
    const requested = { userId, viewerId: viewer?.id ?? NOBODY, after, limit: limit + 1 }
    const rows = await sides[side](db, requested)
    const { page, next } = pageOf(rows, limit, writeUserCursor)
    return {
      items: page.map((row) => ({
        nickname: row.nickname,
        avatar: row.avatar,
        relation: relationOf(row, viewer),
        isPrivate: Boolean(row.isPrivate),
      })),
      next,
    }
  })
}

function relationOf({ id, followed, requested }: Row, viewer: SignedIn | null): FollowCard['relation'] {
  if (!viewer) return 'visitor'
  if (viewer.id === id) return 'self'
  if (followed) return 'following'
  return requested ? 'requested' : 'none'
}
