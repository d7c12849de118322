import { sql, type Expression } from 'kysely'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, rawQuery, statement } from '../lib/sql.ts'
import { isOtherHeart, LOVED, publicLoves, type OwnLove } from './loves.ts'
import { readNear, similarity, type Near } from './nearest.ts'
import { isNotFollowedBy, isToFollow } from './suggestable.ts'

const storedOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('User as u')
    .leftJoin('Taste as t', 't.userId', 'u.id')
    .select(['u.personalSuggestions', 't.people', 't.lovers'])
    .where('u.id', '=', userId),
)

type Stored = { personalSuggestions: boolean; people: Near[]; lovers: Near[] }

/** The people who were the most similar when that was computed. */
export async function readStored(db: Tx, userId: number): Promise<Stored> {
  const [row] = await storedOf(db, { userId })
  return {
    personalSuggestions: Boolean(row?.personalSuggestions),
    people: readNear(row?.people ?? '[]'),
    lovers: readNear(row?.lovers ?? '[]'),
  }
}

/** Up to this number of ratings, and of hearts, all loves of the viewer's albums are read. */
const FEW = 1_000
/** Otherwise the latest loves of the viewer are looked at, and of the people who love them about this many. */
const [LATEST, SAMPLED] = [32, 1_280]
/** How many people are returned. */
const NEAREST = 32

const lovesUpTo = statement(({ albumIds, limit }: { albumIds: number[]; limit: number }) => {
  const ratings = kysely
    .selectFrom('Opinion')
    .select('userId')
    .where('albumId', 'in', albumIds)
    .where('countedRating', '>=', LOVED)
    .limit(limit)
  const hearts = kysely.selectFrom('Favorite').select('userId').where('albumId', 'in', albumIds).limit(limit)
  return rawQuery(sql<{ ratings: number; hearts: number }>`
    SELECT (SELECT COUNT(*) FROM (${ratings}) AS r) AS ratings, (SELECT COUNT(*) FROM (${hearts}) AS h) AS hearts`)
})

/** Loves of some of the people who love each of these albums. The viewer can follow all others, so these are left out at once. */
function sampleOf(albumIds: readonly number[], viewerId: number) {
  const most = sql.lit(Math.ceil(SAMPLED / albumIds.length / 2))
  const samples = albumIds.map(
    (albumId) => sql`
      (SELECT o.userId FROM Opinion AS o FORCE INDEX (Opinion_albumId_countedRating_idx)
        WHERE o.albumId = ${albumId} AND o.countedRating >= ${sql.lit(LOVED)}
          AND ${isNotFollowedBy(viewerId, 'o.userId')} LIMIT ${most})
      UNION ALL
      (SELECT f.userId FROM Favorite AS f
        LEFT JOIN Opinion AS o FORCE INDEX (PRIMARY) ON o.userId = f.userId AND o.albumId = f.albumId
        WHERE f.albumId = ${albumId} AND ${isOtherHeart}
          AND ${isNotFollowedBy(viewerId, 'f.userId')} LIMIT ${most})`,
  )
  return sql`${sql.join(samples, sql` UNION ALL `)}`
}

/** How many albums a user (`u`) loves publicly, if that was not computed yet. */
const lovesNow = sql<number>`(
  (SELECT COUNT(*) FROM Opinion AS o WHERE o.userId = u.id AND o.countedRating >= ${sql.lit(LOVED)}) +
  (SELECT COUNT(*) FROM Favorite AS f LEFT JOIN Opinion AS o ON o.userId = f.userId AND o.albumId = f.albumId
    WHERE f.userId = u.id AND ${isOtherHeart}))`

type Reading = { albumIds: number[]; viewerId: number; now: Date }

const makeLoversOf = (loves: (reading: Reading) => Expression<unknown>) =>
  statement(({ albumIds, viewerId, now }: Reading) =>
    rawQuery(sql<{ id: number; both: number; loves: number }>`
      SELECT c.id, c.common AS \`both\`, c.loves FROM (
        SELECT u.id, u.nickname, n.common, GREATEST(COALESCE(t.loves, ${lovesNow}), n.common) AS loves
        FROM (SELECT l.userId, COUNT(*) AS common
          FROM (${loves({ albumIds, viewerId, now })}) AS l GROUP BY l.userId) AS n
        JOIN User AS u ON u.id = n.userId AND ${isToFollow({ viewerId, now })}
        LEFT JOIN Taste AS t ON t.userId = u.id) AS c
      ORDER BY ROUND(c.common / SQRT(c.loves), 9) DESC, c.nickname LIMIT ${sql.lit(NEAREST)}`),
  )
const allLoversOf = makeLoversOf(({ albumIds }) => publicLoves('albumId', albumIds))
const someLoversOf = makeLoversOf(({ albumIds, viewerId }) => sampleOf(albumIds, viewerId))

/**
 * People to follow who love one of the albums (`looked`, of the viewer's `own`) now, the most similar first. If very many people
 * love them, only some of them are read: reading all would take too long.
 */
export async function readLovers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewerId: number,
  { own, looked }: Record<'own' | 'looked', readonly OwnLove[]>,
): Promise<Near[]> {
  if (looked.length === 0) return []
  const all = padded(looked.map(({ albumId }) => albumId))
  const [count] = await lovesUpTo(db, { albumIds: all, limit: FEW + 1 })
  const isWhole = count!.ratings <= FEW && count!.hearts <= FEW
  const reader = { viewerId, now: now() }
  const lovers = isWhole
    ? await allLoversOf(db, { ...reader, albumIds: all })
    : await someLoversOf(db, { ...reader, albumIds: looked.slice(-LATEST).map(({ albumId }) => albumId) })
  return lovers.map(({ id, both, loves }): Near => [id, similarity(both, own.length, loves)])
}
