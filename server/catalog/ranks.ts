import { sql } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { kysely, run } from '../lib/sql.ts'

/** Differences to add to the sums of an album. */
export type RankChange = { albumId: number; listeners: number; ratings: number; halves: number }

/**
 * Changes the sums by which albums are sorted, in the transaction that changes opinions. A table of its own: transactions that
 * write listenings share the lock of their album's row, and would deadlock when they change it.
 */
export async function changeRanks(tx: Tx, changes: readonly RankChange[]): Promise<void> {
  const idsByChange = new Map<string, { change: RankChange; ids: number[] }>()
  for (const change of changes.toSorted((a, b) => a.albumId - b.albumId)) {
    const { albumId, listeners, ratings, halves } = change
    if (listeners === 0 && ratings === 0 && halves === 0) continue
    const key = `${listeners} ${ratings} ${halves}`
    const group = idsByChange.get(key) ?? { change, ids: [] }
    idsByChange.set(key, { ...group, ids: [...group.ids, albumId] })
  }
  for (const { change, ids } of idsByChange.values()) await add(tx, change, ids)
}

async function add(
  tx: Tx,
  { listeners, ratings, halves }: RankChange,
  albumIds: readonly number[],
): Promise<void> {
  const sum = (column: 'listeners' | 'ratings' | 'halves') =>
    sql<number>`${sql.ref(`AlbumRank.${column}`)} + VALUES(${sql.ref(column)})`
  await run(
    tx,
    kysely
      .insertInto('AlbumRank')
      .columns(['albumId', 'releaseDate', 'listeners', 'ratings', 'halves', 'average'])
      .expression((eb) =>
        eb
          .selectFrom('Album as a')
          .select(['a.id', 'a.releaseDate'])
          .select([
            sql<number>`${listeners}`.as('listeners'),
            sql<number>`${ratings}`.as('ratings'),
            sql<number>`${halves}`.as('halves'),
            sql<number | null>`${ratings > 0 ? halves / ratings : null}`.as('average'),
          ])
          .where('a.id', 'in', albumIds)
          .orderBy('a.id'),
      )
      .onDuplicateKeyUpdate({
        listeners: sum('listeners'),
        ratings: sum('ratings'),
        halves: sum('halves'),
        // Assignments run from left to right: these are the new sums.
        average: sql`IF(AlbumRank.ratings > 0, AlbumRank.halves / AlbumRank.ratings, NULL)`,
      }),
  )
}
