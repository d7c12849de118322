import type { ActivityPage } from '../../shared/activity.ts'
import { limits } from '../../shared/limits.ts'
import { readCursor, writeCursor } from '../../shared/page.ts'
import type { SignedIn } from '../trpc.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { readEntries } from '../logs/view.ts'

type Head = { userId: number; createdAt: Date; id: number }
const PAGE = limits.feedPage

/**
 * The newest logs by hand of the people that the viewer follows, 50 a page.
 * Two steps, because one join over everybody's logs reads them all to sort them: first the newest entry of each
 * followed person (one look into an index each), then a page of each of the 50 newest of these people. Nobody else
 * can have one of the newest 50.
 */
export async function getFeed(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { cursor }: { cursor?: string | null },
): Promise<ActivityPage> {
  // Read before the entries: what happens in between is then told again rather than lost.
  const live = await bus.position()
  const after = readCursor(cursor)
  const older = after
    ? Prisma.sql`AND createdAt <= ${after.at} AND (createdAt < ${after.at} OR id < ${after.id})`
    : Prisma.empty

  const heads = await db.$queryRaw<Head[]>`
    SELECT l.userId, l.createdAt, l.id
    FROM Follow f JOIN Log l ON l.id = (
      SELECT id FROM Log WHERE userId = f.followingId AND source = 'manual' ${older}
      ORDER BY createdAt DESC, id DESC LIMIT 1)
    WHERE f.followerId = ${viewer.id}
    ORDER BY l.createdAt DESC, l.id DESC LIMIT ${PAGE + 1}`
  if (heads.length === 0) return { items: [], next: null, live }

  const newestOf = heads.map(
    ({ userId }) => Prisma.sql`(
      SELECT id, createdAt FROM Log WHERE userId = ${userId} AND source = 'manual' ${older}
      ORDER BY createdAt DESC, id DESC LIMIT ${PAGE + 1})`,
  )
  const rows = await db.$queryRaw<{ id: number; createdAt: Date }[]>`
    ${Prisma.join(newestOf, ' UNION ALL ')} ORDER BY createdAt DESC, id DESC LIMIT ${PAGE + 1}`
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    items: await readEntries(db, page.map(({ id }) => id)),
    next: last && rows.length > PAGE ? writeCursor({ at: last.createdAt, id: last.id }) : null,
    live,
  }
}
