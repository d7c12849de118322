import { sql } from 'kysely'
import type { Cursor } from '../../shared/cursor.ts'
import { topics, type FollowRequestsEvent } from '../../shared/events.ts'
import type { FollowRequestCard, FollowRequestsPage } from '../../shared/follows.ts'
import { limits } from '../../shared/limits.ts'
import { isVisible } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { newestFirst, pageOf } from '../lib/keyset.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import { liveOwn } from '../live/liveOwn.ts'
import { readUserCursor, writeUserCursor } from './cursor.ts'

const PAGE = limits.followRequestsPage

type Requested = { userId: number }

const requestsOf = ({ userId }: Requested) =>
  kysely
    .selectFrom('FollowRequest as r')
    .innerJoin('User as u', 'u.id', 'r.requesterId')
    // Starting with the users, the database would sort all of somebody's requests.
    .modifyFront(sql`STRAIGHT_JOIN`)
    .where('r.requestedId', '=', userId)
    .where('r.declinedAt', 'is', null)
    .where(isVisible)

const pageOfRequests = statement(({ after, ...requested }: Requested & { after: Cursor | null }) =>
  requestsOf(requested)
    .select(['u.nickname', 'u.avatar', 'u.bio', 'r.createdAt'])
    .$call((query) => newestFirst(query, 'r.createdAt', 'r.requesterId', after))
    .limit(PAGE + 1),
)
const countOfRequests = statement((requested: Requested) => requestsOf(requested).select(countAll))

export async function countRequests({ db }: Pick<Deps, 'db'>, userId: number): Promise<number> {
  const [row] = await countOfRequests(db, { userId })
  return row!.count
}

export async function listRequests(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  { id: userId }: Pick<SignedIn, 'id'>,
  { cursor }: { cursor?: string | null | undefined },
): Promise<FollowRequestsPage> {
  // Read before the rows, so that an event in between is sent again rather than lost.
  const live = bus.last()
  const after = await readUserCursor({ db }, { id: userId }, cursor)
  const [rows, count] = await Promise.all([
    pageOfRequests(db, { userId, after }),
    countRequests({ db }, userId),
  ])
  const { page, next } = pageOf(rows, PAGE, writeUserCursor)
  const items = page.map(({ createdAt, ...card }): FollowRequestCard => ({
    ...card,
    createdAt: createdAt.toISOString(),
  }))
  return { items, next, count, live }
}

export const liveRequests = liveOwn<FollowRequestsEvent>({
  topic: topics.followRequests,
  types: ['followRequests.changed'],
})
