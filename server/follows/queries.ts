import type { FollowCard, FollowListInput } from '../../shared/follows.ts'
import { limits } from '../../shared/limits.ts'
import type { Page } from '../../shared/page.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { SignedIn } from '../trpc.ts'
import { findPerson, getUserId } from '../users/queries.ts'

type Side = 'followers' | 'following'
type Row = { id: number; nickname: string; avatar: string | null; createdAt: Date; followed: bigint }

const columns = {
  followers: { whose: Prisma.sql`f.followingId`, who: Prisma.sql`f.followerId` },
  following: { whose: Prisma.sql`f.followerId`, who: Prisma.sql`f.followingId` },
} satisfies Record<Side, object>

/**
 * The people who follow a person, or whom they follow, the newest follow first, 50 a page; each with what the viewer is
 * to them. A page is one stretch of an index, however many there are. @throws notFound
 */
export async function listFollows(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  side: Side,
  { nickname, cursor }: FollowListInput,
): Promise<Page<FollowCard>> {
  const userId = await getUserId({ db }, nickname)
  const { whose, who } = columns[side]
  const place = await readPlace({ db }, cursor)
  const older = place
    ? Prisma.sql`AND f.createdAt <= ${place.at} AND (f.createdAt < ${place.at} OR ${who} < ${place.id})`
    : Prisma.empty
  // Straight: a database that begins with the people sorts all of somebody's followers.
  const rows = await db.$queryRaw<Row[]>`
    SELECT u.id, u.nickname, u.avatar, f.createdAt,
      EXISTS(SELECT 1 FROM Follow v WHERE v.followerId = ${viewer?.id ?? 0} AND v.followingId = u.id) AS followed
    FROM Follow f STRAIGHT_JOIN User u ON u.id = ${who}
    WHERE ${whose} = ${userId} AND u.disabledAt IS NULL ${older}
    ORDER BY f.createdAt DESC, ${who} DESC LIMIT ${limits.followPage + 1}`
  const page = rows.slice(0, limits.followPage)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({
      nickname: row.nickname,
      avatar: row.avatar,
      relation: relationOf(row, viewer),
    })),
    next:
      last && rows.length > page.length ? `${last.createdAt.getTime().toString(36)}.${last.nickname}` : null,
  }
}

function relationOf({ id, followed }: Row, viewer: SignedIn | null): FollowCard['relation'] {
  if (!viewer) return 'visitor'
  if (viewer.id === id) return 'self'
  return Number(followed) === 1 ? 'following' : 'none'
}

/**
 * The place behind a cursor: the moment of the follow that was seen last, and whose it was, by nickname (an id never
 * leaves). Of somebody who has another name by now the moment alone is left. Null for a text that is none of ours.
 */
async function readPlace(
  { db }: Pick<Deps, 'db'>,
  text: string | null | undefined,
): Promise<{ at: Date; id: number } | null> {
  const [, at, nickname] = /^([0-9a-z]{1,9})\.(.+)$/.exec(text ?? '') ?? []
  if (!at || !nickname) return null
  const person = await findPerson({ db }, nickname)
  return { at: new Date(parseInt(at, 36)), id: person?.id ?? 0 }
}
