import { sql } from 'kysely'
import type { Cursor } from '../../shared/cursor.ts'
import { isVisible } from '../access/visibleTo.ts'
import type { Tx } from '../lib/db.ts'
import { newestFirst } from '../lib/keyset.ts'
import { byIndex, countAll, kysely, rawQuery, statement } from '../lib/sql.ts'
import { readTitles } from './loves.ts'

// Rankings of an installation. A small one counts them when they are read; a large one does it in the background.

/** Up to this number of rows, counting takes a few milliseconds. */
const FEW = 2_000
const PAGE = 5_000

/** How many people are ranked: all of a small installation, and otherwise more than a reader usually follows. */
const FOLLOWED = FEW
/** How many albums are ranked. */
const RANKED = 60
const WEEK = 7 * 24 * 60 * 60_000

const followsUpTo = statement(({ limit }: { limit: number }) =>
  kysely
    .selectFrom(kysely.selectFrom('Follow').select('followingId').limit(limit).as('first'))
    .select(countAll),
)
/** By the number that everybody sees, then by name. Disabled followers are few, so subtracting them is cheaper than checking all. */
const mostFollowed = statement(() =>
  rawQuery(sql<{ id: number }>`
    SELECT u.id FROM (
      SELECT p.followingId, SUM(p.part) AS followers FROM (
        SELECT f.followingId, COUNT(*) AS part FROM Follow AS f GROUP BY f.followingId
        UNION ALL
        SELECT f.followingId, -COUNT(*) AS part FROM User AS d JOIN Follow AS f ON f.followerId = d.id
        WHERE d.disabledAt IS NOT NULL GROUP BY f.followingId) AS p
      GROUP BY p.followingId HAVING SUM(p.part) > 0) AS c
    JOIN User AS u ON u.id = c.followingId AND u.suggestMe AND NOT u.isPrivate AND u.disabledAt IS NULL
    ORDER BY c.followers DESC, u.nickname LIMIT ${sql.lit(FOLLOWED)}`),
)

/** Ids of the people whom the most people follow, and who can be suggested. */
export const rankFollowed = async (db: Tx): Promise<number[]> =>
  (await mostFollowed(db, {})).map(({ id }) => id)

const listeningsSince = statement(({ since, limit }: { since: Date; limit: number }) =>
  kysely
    .selectFrom(kysely.selectFrom('Log').select('id').where('feedAt', '>=', since).limit(limit).as('first'))
    .select(countAll),
)
/** Listenings that have entered feeds. One of an earlier day does not count; one without a day does. */
const publicPage = statement(({ since, day, after }: { since: Date; day: Date; after: Cursor | null }) =>
  kysely
    // The order of the tables is that of the page.
    .selectFrom(byIndex('Log', 'l', 'Log_feedAt_id_userId_idx'))
    .innerJoin('User as u', 'u.id', 'l.userId')
    .modifyFront(sql`STRAIGHT_JOIN`)
    .select(['l.id', 'l.feedAt as at', 'l.albumId', 'l.userId'])
    .where('l.feedAt', '>=', since)
    .where('l.visibility', '=', 'everyone')
    .where((eb) => eb.or([eb('l.date', 'is', null), eb('l.date', '>=', day)]))
    .where('u.isPrivate', '=', false)
    .where(isVisible)
    .$call((query) => newestFirst(query, 'l.feedAt', 'l.id', after))
    .limit(PAGE),
)

const weekBefore = (now: Date) => new Date(now.getTime() - WEEK)

/** Ids of the albums to which the most people have publicly listened in the last seven days. */
export async function rankWeek(db: Tx, now: Date): Promise<number[]> {
  const since = weekBefore(now)
  const day = new Date(since.toISOString().slice(0, 10))
  const listeners = new Map<number, Set<number>>()
  let after: Cursor | null = null
  for (let isLast = false; !isLast;) {
    const page = await publicPage(db, { since, day, after })
    for (const { albumId, userId } of page)
      listeners.set(albumId, (listeners.get(albumId) ?? new Set()).add(userId))
    const last = page.at(-1)
    isLast = page.length < PAGE
    after = last ? { at: last.at!, id: last.id } : null
  }
  const counts = [...listeners]
    .map(([id, { size }]) => ({ id, size }))
    .toSorted((one, other) => other.size - one.size || one.id - other.id)
    .slice(0, 2 * RANKED)
  const titleOf = await readTitles(
    db,
    counts.map(({ id }) => id),
  )
  return counts
    .toSorted((one, other) => other.size - one.size || (titleOf(one.id) < titleOf(other.id) ? -1 : 1))
    .slice(0, RANKED)
    .map(({ id }) => id)
}

const rankingsOf = statement(() =>
  kysely.selectFrom('TasteState').select(['followed', 'week']).where('id', '=', 1),
)

async function readRanking(db: Tx, name: 'followed' | 'week'): Promise<number[] | null> {
  const [row] = await rankingsOf(db, {})
  return row ? (JSON.parse(row[name]) as number[]) : null
}

export async function readFollowed(db: Tx): Promise<number[]> {
  const [few] = await followsUpTo(db, { limit: FEW + 1 })
  return (few!.count > FEW && (await readRanking(db, 'followed'))) || (await rankFollowed(db))
}

export async function readWeek(db: Tx, now: Date): Promise<number[]> {
  const [few] = await listeningsSince(db, { since: weekBefore(now), limit: FEW + 1 })
  return (few!.count > FEW && (await readRanking(db, 'week'))) || (await rankWeek(db, now))
}
