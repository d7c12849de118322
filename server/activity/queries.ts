import { sql, type Expression, type NotNull } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { ActivityEntry, ActivityPage, feedInput } from '../../shared/activity.ts'
import { readCursor, writeCursor, type Cursor } from '../../shared/cursor.ts'
import { limits } from '../../shared/limits.ts'
import { isVisible } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Db } from '../lib/db.ts'
import { isOlder, newestFirst, newestOf, pageOf } from '../lib/keyset.ts'
import { byIndex, kysely, padded, statement } from '../lib/sql.ts'
import { entriesAt, viewEntries, type EntryRow } from '../logs/read/view.ts'

type InFeed = { feedAt: NotNull }
/** `now` decides which mutes have expired; `limit` is one more than the length of the page. */
type Requested = { viewerId: number; after: Cursor | null; now: Date; limit: number }
/** Viewers who follow more users than this usually find a page of entries among everybody's newest ones. */
const MANY = 500
/** How many of everybody's entries are scanned for a page: `first`, then `atMost` if that is likely to fill it. */
const LOOKED_THROUGH = { first: 1_500, atMost: 5_000 }

/** One join would read all listenings of the followed users to sort them: docs/decisions/2026-11-20-feed-heads.md. */
export async function getFeed(
  { db, bus, now }: Pick<Deps, 'db' | 'bus' | 'now'>,
  viewer: SignedIn,
  { cursor, limit = limits.feedPage }: z.output<typeof feedInput>,
): Promise<ActivityPage> {
  // Read before the entries, so that an event in between is sent again rather than lost.
  const live = bus.last()
  const requested = { viewerId: viewer.id, after: readCursor(cursor), now: now(), limit: limit + 1 }
  const rows = (await findAmongAll(db, requested)) ?? (await findByPerson(db, requested))
  const { page, next } = pageOf(rows, limit, ({ feedAt, id }) => writeCursor({ at: feedAt, id }))
  return { items: await viewEntries(db, viewer, page), next, live }
}

/** Returns the newest entries, for the home page. */
export async function getNewest(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: SignedIn,
): Promise<ActivityEntry[]> {
  const requested = { viewerId: viewer.id, after: null, now: now(), limit: limits.feedPage + 1 }
  const rows = (await findAmongAll(db, requested)) ?? (await findByPerson(db, requested))
  return await viewEntries(db, viewer, rows.slice(0, limits.home.entries))
}

const followedBeyond = statement(({ viewerId }: Pick<Requested, 'viewerId'>) =>
  kysely.selectFrom('Follow').select('followingId').where('followerId', '=', viewerId).limit(1).offset(MANY),
)

// By database and viewer. Both strategies find the same page, so that a stale choice only costs time.
const manyFollowed = new WeakMap<Db, LRUCache<number, boolean>>()

async function followsMany(db: Db, viewerId: number): Promise<boolean> {
  let cache = manyFollowed.get(db)
  if (!cache) manyFollowed.set(db, (cache = new LRUCache({ max: 10_000, ttl: 10 * 60 * 1000 })))
  const cached = cache.get(viewerId)
  if (cached !== undefined) return cached
  const isMany = (await followedBeyond(db, { viewerId })).length > 0
  cache.set(viewerId, isMany)
  return isMany
}

const isHeard = (now: Date) =>
  sql<boolean>`(${sql.ref('f.mutedUntil')} IS NULL OR ${sql.ref('f.mutedUntil')} <= ${now})`

const amongAll = statement(({ viewerId, after, now, limit, scanned }: Requested & { scanned: number }) => {
  const newest = kysely
    .selectFrom(byIndex('Log', 'e', 'Log_feedAt_id_userId_idx'))
    .select(['e.id', 'e.userId', 'e.feedAt'])
    .where('e.feedAt', 'is not', null)
    .$call((query) => newestFirst(query, 'e.feedAt', 'e.id', after))
    .limit(sql<number>`${scanned}`)
  const followed = kysely
    .selectFrom(newest.as('l'))
    .innerJoin('Follow as f', (join) =>
      join.on('f.followerId', '=', viewerId).onRef('f.followingId', '=', 'l.userId'),
    )
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id'])
    .where(isVisible)
    .where(isHeard(now))
    .orderBy('l.feedAt', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
  return entriesAt(followed)
})

/** Returns null if followed users wrote too few of the scanned entries to fill the page. */
async function findAmongAll(db: Db, requested: Requested): Promise<EntryRow[] | null> {
  if (!(await followsMany(db, requested.viewerId))) return null
  const { first, atMost } = LOOKED_THROUGH
  const firstRows = await amongAll(db, { ...requested, scanned: first })
  const isEnough = firstRows.length === requested.limit
  if (isEnough || (firstRows.length * atMost) / first < requested.limit) return isEnough ? firstRows : null
  const rows = await amongAll(db, { ...requested, scanned: atMost })
  return rows.length === requested.limit ? rows : null
}

// Forced, because many indexes begin with the user, and the database would compare all of them for each user.
const byPerson = byIndex('Log', 'e', 'Log_userId_feedAt_id_idx')

/** The order names all columns of the index, so that MySQL reads it backwards. */
const logsOf = (userId: number | Expression<number>, after: Cursor | null) =>
  kysely
    .selectFrom(byPerson)
    .where('userId', '=', userId)
    .where('feedAt', 'is not', null)
    .orderBy('userId', 'desc')
    .$call((query) => newestFirst(query, 'feedAt', 'id', after))

type Page = { people: number[]; after: Cursor | null; limit: number }
const newestOfEach = statement(({ people, after, limit }: Page) => {
  const each = people.map((userId) =>
    logsOf(userId, after).select(['id', 'feedAt']).$narrowType<InFeed>().limit(limit),
  )
  return entriesAt(newestOf(each, 'feedAt', limit))
})

const newestTogether = statement(({ people, from, after, limit }: Page & { from: Date }) =>
  entriesAt(
    kysely
      .selectFrom(byPerson)
      .select('id')
      .where('userId', 'in', people)
      .where('feedAt', 'is not', null)
      .where('feedAt', '>=', from)
      .$call((query) => newestFirst(query, 'feedAt', 'id', after))
      .limit(limit),
  ),
)

/** Reads only the followed users with the newest heads: nobody else can have an entry on this page. */
async function findByPerson(db: Db, requested: Requested): Promise<EntryRow[]> {
  const { after, limit } = requested
  const heads = await newestPeople(db, requested)
  if (heads.length === 0) return []
  const people = padded(heads.map(({ userId }) => userId))
  const last = heads[limit - 1]
  // With a full page of users, an entry older than the head of the last of them cannot be on this page.
  return last
    ? await newestTogether(db, { people, from: last.feedAt, after, limit })
    : await newestOfEach(db, { people, after, limit })
}

/**
 * The user's row stores their newest entry of all (server/users/write/feedHeads.ts). Another one is only looked up if that one
 * does not come after the cursor.
 */
const newestPeople = statement(({ viewerId, after, now, limit }: Requested) => {
  const followed = kysely
    .selectFrom('Follow as f')
    .innerJoin('User as u', 'u.id', 'f.followingId')
    .where('f.followerId', '=', viewerId)
    .where(isVisible)
    .where(isHeard(now))
    .where('u.lastLogAt', 'is not', null)
  const storedHeads = followed
    .select(['u.id as userId', 'u.lastLogAt as feedAt', 'u.lastLogId as id'])
    .$narrowType<{ feedAt: NotNull; id: NotNull }>()
    .orderBy('feedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (!after) return storedHeads
  const olderHeads = followed
    .innerJoin('Log as l', (join) =>
      join.on((eb) => eb('l.id', '=', logsOf(eb.ref('u.id'), after).select('id').limit(1))),
    )
    .select(['l.userId', 'l.feedAt', 'l.id'])
    .$narrowType<InFeed>()
    .where((eb) => eb.not(isOlder(eb, 'u.lastLogAt', 'u.lastLogId', after)))
    .orderBy('feedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return newestOf(
    [storedHeads.where((eb) => isOlder(eb, 'u.lastLogAt', 'u.lastLogId', after)), olderHeads],
    'feedAt',
    limit,
  )
})
