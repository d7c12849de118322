import type { ActivityPage } from '../../shared/activity.ts'
import { limits } from '../../shared/limits.ts'
import { readCursor, writeCursor, type Cursor } from '../../shared/cursor.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Db } from '../lib/db.ts'
import { readEntries } from '../logs/view.ts'

type Place = { id: number; createdAt: Date }
type Head = Place & { userId: number }
const PAGE = limits.feedPage
/** who follows more people than this finds a page of theirs among everybody's newest logs, as a rule */
const MANY = 500
/** how many of everybody's logs are looked through for a page */
const LOOKED_THROUGH = 5_000

/**
 * The newest logs by hand of the people that the viewer follows, 50 a page.
 * One join would read all their logs to sort them; docs/decisions/2026-11-20-feed-heads.md tells of the two ways that are
 * taken instead.
 */
export async function getFeed(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { cursor }: { cursor?: string | null },
): Promise<ActivityPage> {
  // Read before the entries: what happens in between is then told again rather than lost.
  const live = await bus.position()
  const after = readCursor(cursor)
  const rows = (await findAmongAll(db, viewer.id, after)) ?? (await findByPerson(db, viewer.id, after))
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    items: await readEntries(db, page.map(({ id }) => id)),
    next: last && rows.length > PAGE ? writeCursor({ at: last.createdAt, id: last.id }) : null,
    live,
  }
}

/** Whether a place, given by its two columns, comes after the end of the page before; on the first page all do. */
const isOlder = (at: string, id: string, after: Cursor | null) => {
  if (!after) return Prisma.sql`TRUE`
  const [itsAt, itsId] = [Prisma.raw(at), Prisma.raw(id)]
  return Prisma.sql`(${itsAt} <= ${after.at} AND (${itsAt} < ${after.at} OR ${itsId} < ${after.id}))`
}

/**
 * For who follows many: goes through everybody's logs after a place, newest first, and keeps those of followed people.
 * Null when that does not fill the page, because they are a small or a silent part of everybody.
 */
async function findAmongAll(db: Db, viewerId: number, after: Cursor | null): Promise<Place[] | null> {
  const many = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM Follow WHERE followerId = ${viewerId} LIMIT 1 OFFSET ${MANY}`
  if (many.length === 0) return null
  const rows = await db.$queryRaw<Place[]>`
    SELECT l.id, l.createdAt
    FROM (
      SELECT id, userId, createdAt FROM Log FORCE INDEX (Log_source_createdAt_id_userId_idx)
      WHERE source = 'manual' AND ${isOlder('createdAt', 'id', after)}
      ORDER BY createdAt DESC, id DESC LIMIT ${LOOKED_THROUGH}) l
    JOIN Follow f ON f.followerId = ${viewerId} AND f.followingId = l.userId
    JOIN User u ON u.id = l.userId AND u.disabledAt IS NULL
    ORDER BY l.createdAt DESC, l.id DESC LIMIT ${PAGE + 1}`
  return rows.length > PAGE ? rows : null
}

/**
 * The newest logs of the followed people whose newest entries after a place are the newest: nobody else can have one of
 * them.
 */
async function findByPerson(db: Db, viewerId: number, after: Cursor | null): Promise<Place[]> {
  const people = await newestPeople(db, viewerId, after)
  const last = people[PAGE]
  // With a page of people, what is older than the newest entry of the last of them is on none of this page.
  if (last) {
    return await db.$queryRaw<Place[]>`
      SELECT id, createdAt FROM Log
      WHERE userId IN (${Prisma.join(people.map(({ userId }) => userId))}) AND source = 'manual'
        AND createdAt >= ${last.createdAt} AND ${isOlder('createdAt', 'id', after)}
      ORDER BY createdAt DESC, id DESC LIMIT ${PAGE + 1}`
  }
  if (people.length === 0) return []
  const each = people.map(
    ({ userId }) => Prisma.sql`(SELECT id, createdAt ${logsOf(userId, after)} LIMIT ${PAGE + 1})`,
  )
  return await db.$queryRaw<Place[]>`
    ${Prisma.join(each, ' UNION ALL ')} ORDER BY createdAt DESC, id DESC LIMIT ${PAGE + 1}`
}

/**
 * The followed people whose newest entries after a place are the newest, as many as a page can show. Where a person's
 * newest entry of all stands is kept beside him (server/logs/head.ts); only where that one is not after the place must
 * another be looked up.
 */
async function newestPeople(db: Db, viewerId: number, after: Cursor | null): Promise<Head[]> {
  const followed = Prisma.sql`
    Follow f JOIN User u ON u.id = f.followingId AND u.disabledAt IS NULL AND u.lastLogAt IS NOT NULL`
  const isHead = isOlder('u.lastLogAt', 'u.lastLogId', after)
  return await db.$queryRaw<Head[]>`
    (SELECT u.id AS userId, u.lastLogAt AS createdAt, u.lastLogId AS id FROM ${followed}
      WHERE f.followerId = ${viewerId} AND ${isHead} ORDER BY createdAt DESC, id DESC LIMIT ${PAGE + 1})
    UNION ALL
    (SELECT l.userId, l.createdAt, l.id
      FROM ${followed} JOIN Log l ON l.id = (SELECT id ${logsOf(Prisma.sql`u.id`, after)} LIMIT 1)
      WHERE f.followerId = ${viewerId} AND NOT ${isHead} ORDER BY createdAt DESC, id DESC LIMIT ${PAGE + 1})
    ORDER BY createdAt DESC, id DESC LIMIT ${PAGE + 1}`
}

/** One person's logs by hand after a place, newest first. */
const logsOf = (userId: number | Prisma.Sql, after: Cursor | null) => Prisma.sql`
  FROM Log WHERE userId = ${userId} AND source = 'manual' AND ${isOlder('createdAt', 'id', after)}
  ORDER BY createdAt DESC, id DESC`
