import { sql } from 'kysely'
import type { Cursor } from '../../shared/cursor.ts'
import { limits } from '../../shared/limits.ts'
import type { Page } from '../../shared/page.ts'
import type { BlockedOrMutedCard } from '../../shared/people.ts'
import { isPersonShownTo, isVisible } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { readUserCursor, writeUserCursor } from '../follows/cursor.ts'
import { newestFirst, pageOf } from '../lib/keyset.ts'
import { kysely, statement } from '../lib/sql.ts'

const PAGE = limits.blockedAndMutedPage

type Requested = { viewerId: number; now: Date; after: Cursor | null }

const blockedPage = statement(({ viewerId, after }: Omit<Requested, 'now'>) =>
  kysely
    .selectFrom('Block as b')
    .innerJoin('User as u', 'u.id', 'b.blockedId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['u.id', 'u.nickname', 'u.avatar', 'b.createdAt', sql<Date | null>`NULL`.as('until')])
    .where('b.blockerId', '=', viewerId)
    .where(isVisible)
    .$call((query) => newestFirst(query, 'b.createdAt', 'b.blockedId', after))
    .limit(PAGE + 1),
)

/** Leaves out users whom the viewer has also blocked, and those who have blocked the viewer. */
const mutedPage = statement(({ viewerId, now, after }: Requested) =>
  kysely
    .selectFrom('Mute as m')
    .innerJoin('User as u', 'u.id', 'm.mutedId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['u.id', 'u.nickname', 'u.avatar', 'm.createdAt', 'm.until'])
    .where('m.muterId', '=', viewerId)
    .where('m.until', '>', now)
    .where(isPersonShownTo(viewerId))
    .$call((query) => newestFirst(query, 'm.createdAt', 'm.mutedId', after))
    .limit(PAGE + 1),
)

const mutedNames = statement(({ viewerId, now }: Omit<Requested, 'after'>) =>
  kysely
    .selectFrom('Mute as m')
    .innerJoin('User as u', 'u.id', 'm.mutedId')
    .select('u.nickname')
    .where('m.muterId', '=', viewerId)
    .where('m.until', '>', now)
    .where(isPersonShownTo(viewerId))
    .limit(limits.mutedNames),
)

/** Pages collapse what muted users wrote. */
export async function listMuted(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Pick<SignedIn, 'id'>,
): Promise<string[]> {
  const rows = await mutedNames(db, { viewerId: viewer.id, now: now() })
  return rows.map(({ nickname }) => nickname)
}

export async function listBlockedAndMuted(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Pick<SignedIn, 'id'>,
  { cursor }: { cursor?: string | null | undefined },
): Promise<Page<BlockedOrMutedCard>> {
  const after = await readUserCursor({ db }, viewer, cursor)
  const pages = await Promise.all([
    blockedPage(db, { viewerId: viewer.id, after }),
    mutedPage(db, { viewerId: viewer.id, now: now(), after }),
  ])
  const rows = pages
    .flat()
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id)
    .slice(0, PAGE + 1)
  const { page, next } = pageOf(rows, PAGE, writeUserCursor)
  return {
    items: page.map(({ nickname, avatar, until }) => ({
      nickname,
      avatar,
      isBlocked: until === null,
      mutedUntil: until?.toISOString() ?? null,
    })),
    next,
  }
}
