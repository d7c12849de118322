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
import { streamEvents } from '../live/stream.ts'
import { readPlace, writePlace } from './place.ts'

const PAGE = limits.followRequestsPage

type Requested = { userId: number }

/** The open requests to follow a person, with their senders; those of disabled people are not shown. */
const requestsOf = ({ userId }: Requested) =>
  kysely
    .selectFrom('FollowRequest as r')
    .innerJoin('User as u', 'u.id', 'r.requesterId')
    // A database that begins with the people sorts all of somebody's requests.
    .modifyFront(sql`STRAIGHT_JOIN`)
    .where('r.requestedId', '=', userId)
    .where('r.declinedAt', 'is', null)
    .where(isVisible)

const pageOfRequests = statement(({ after, ...of }: Requested & { after: Cursor | null }) =>
  requestsOf(of)
    .select(['u.nickname', 'u.avatar', 'u.bio', 'r.createdAt'])
    .$call((query) => newestFirst(query, 'r.createdAt', 'r.requesterId', after))
    .limit(PAGE + 1),
)
const countOfRequests = statement((of: Requested) => requestsOf(of).select(countAll))

/** How many people wish to follow somebody. */
export async function countRequests({ db }: Pick<Deps, 'db'>, userId: number): Promise<number> {
  const [row] = await countOfRequests(db, { userId })
  return row!.count
}

/** The people who wish to follow the viewer, the newest request first, 50 a page, and how many they are. */
export async function listRequests(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  { id: userId }: Pick<SignedIn, 'id'>,
  { cursor }: { cursor?: string | null | undefined },
): Promise<FollowRequestsPage> {
  // Taken before the rows are read: an event in between is then sent again rather than lost.
  const live = bus.last()
  const after = await readPlace({ db }, cursor)
  const [rows, count] = await Promise.all([
    pageOfRequests(db, { userId, after }),
    countRequests({ db }, userId),
  ])
  const { page, next } = pageOf(rows, PAGE, writePlace)
  const items = page.map(({ createdAt, ...card }): FollowRequestCard => ({
    ...card,
    createdAt: createdAt.toISOString(),
  }))
  return { items, next, count, live }
}

/** The event that the requests to the viewer have changed. */
export const liveRequests = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { lastEventId }: { lastEventId?: string | null | undefined },
  signal: AbortSignal,
) =>
  streamEvents<FollowRequestsEvent>(
    deps,
    {
      viewer,
      after: lastEventId,
      topics: () => [topics.followRequests(viewer.id)],
      types: ['followRequests.changed'],
    },
    signal,
  )
