import { sql } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { kysely, rawQuery, statement } from '../lib/sql.ts'
import { isOtherHeart, LOVED, type OwnLove } from './loves.ts'
import { readNear } from './nearest.ts'

const storedOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('User as u')
    .leftJoin('Taste as t', 't.userId', 'u.id')
    .select(['u.personalSuggestions', 't.people', 't.lovers'])
    .where('u.id', '=', userId),
)

type Stored = { personalSuggestions: boolean; people: number[]; lovers: number[] }

/** Ids of the people who were the most similar when that was computed. */
export async function readStored(db: Tx, userId: number): Promise<Stored> {
  const [row] = await storedOf(db, { userId })
  const idsOf = (text: string | null | undefined) => readNear(text ?? '[]').map(([id]) => id)
  return {
    personalSuggestions: Boolean(row?.personalSuggestions),
    people: idsOf(row?.people),
    lovers: idsOf(row?.lovers),
  }
}

/** The latest loves of the viewer, how many of the people who love each of them, and how many of all these are read. */
const [LATEST, LOVERS, SAMPLE] = [32, 50, 32]

const loversOf = statement(({ albumIds, userId }: { albumIds: number[]; userId: number }) => {
  const lovers = albumIds.map(
    (albumId) => sql`
      (SELECT o.userId FROM Opinion AS o FORCE INDEX (Opinion_albumId_countedRating_idx)
        WHERE o.albumId = ${albumId} AND o.countedRating >= ${sql.lit(LOVED)} LIMIT ${sql.lit(LOVERS)})
      UNION ALL
      (SELECT f.userId FROM Favorite AS f
        LEFT JOIN Opinion AS o FORCE INDEX (PRIMARY) ON o.userId = f.userId AND o.albumId = f.albumId
        WHERE f.albumId = ${albumId} AND ${isOtherHeart} LIMIT ${sql.lit(LOVERS)})`,
  )
  return rawQuery(sql<{ id: number }>`
    SELECT l.userId AS id FROM (${sql.join(lovers, sql` UNION ALL `)}) AS l
    LEFT JOIN Taste AS t ON t.userId = l.userId WHERE l.userId <> ${userId}
    GROUP BY l.userId, t.loves
    ORDER BY COUNT(*) / SQRT(GREATEST(COALESCE(t.loves, 0), COUNT(*))) DESC, l.userId LIMIT ${sql.lit(SAMPLE)}`)
})

/**
 * People who love one of the viewer's albums now, the most similar first. If very many people love an album, only some of them are
 * read: reading all would take too long.
 */
export async function sampleLovers(db: Tx, userId: number, own: readonly OwnLove[]): Promise<number[]> {
  if (own.length === 0) return []
  const latest = own.slice(-LATEST).map(({ albumId }) => albumId)
  return (await loversOf(db, { userId, albumIds: latest })).map(({ id }) => id)
}
