import { sql } from 'kysely'
import { Prisma } from '../generated/prisma/client.ts'
import { transaction, type Db, type Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, run, statement } from '../lib/sql.ts'

// Albums are sorted by sums that are kept apart from the opinions. Keeping them in the transaction of an opinion would make all
// listeners of one album wait for each other, so a transaction only notes which albums it changed, in rows of its own, and the
// sums are counted later: when albums are browsed, and every second.

/** How many changes are counted in one transaction. */
const BATCH = 500

export async function noteRankChanges(tx: Tx, albumIds: readonly number[]): Promise<void> {
  await insertRows(
    tx,
    'RankChange',
    albumIds.map((albumId) => ({ albumId })),
  )
}

const firstChanges = statement(() => kysely.selectFrom('RankChange').select('id').orderBy('id').limit(BATCH))

/**
 * Counts the ranks of albums whose opinions changed, except in transactions that are not committed. Returns false if there may be
 * more of them.
 */
export async function countRanks({ db }: { db: Db }): Promise<boolean> {
  const ids = (await firstChanges(db, {})).map(({ id }) => id)
  if (ids.length === 0) return true
  await transaction(
    db,
    async (tx) => {
      // Waits for another process that counts them, which deletes them.
      const locked = kysely.selectFrom('RankChange').select('albumId').where('id', 'in', ids).forUpdate()
      const albumIds = new Set((await rows(tx, locked.orderBy('id'))).map(({ albumId }) => albumId))
      if (albumIds.size === 0) return
      await writeRanks(tx, [...albumIds])
      await run(tx, kysely.deleteFrom('RankChange').where('id', 'in', ids))
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
  )
  return ids.length < BATCH
}

export async function countAllRanks(deps: { db: Db }, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await countRanks(deps)));
}

async function writeRanks(tx: Tx, albumIds: readonly number[]): Promise<void> {
  // Against a change of the date (facts.ts). Not `FOR SHARE`, which MariaDB does not support.
  const albums = await rows(
    tx,
    kysely
      .selectFrom('Album')
      .select(['id as albumId', 'releaseDate'])
      .where('id', 'in', albumIds)
      .orderBy('id')
      .modifyEnd(sql`LOCK IN SHARE MODE`),
  )
  // Locks the ranks before the opinions are read: of two processes that count an album, the later one writes the later sums.
  await insertRows(tx, 'AlbumRank', albums, { orUpdate: ['releaseDate'] })
  const sums = await rows(
    tx,
    kysely
      .selectFrom('Opinion')
      .select('albumId')
      .select(sql<number>`COUNT(*)`.as('listeners'))
      .select(sql<number>`COUNT(NULLIF(countedRating, 0))`.as('ratings'))
      .select(sql<number | null>`AVG(NULLIF(countedRating, 0)) + 0e0`.as('average'))
      .where('albumId', 'in', albumIds)
      .where('countedRating', 'is not', null)
      .groupBy('albumId'),
  )
  const sumsOf = new Map(sums.map((each) => [each.albumId, each]))
  await insertRows(
    tx,
    'AlbumRank',
    albums.map(({ albumId }) => sumsOf.get(albumId) ?? { albumId, listeners: 0, ratings: 0, average: null }),
    { orUpdate: ['listeners', 'ratings', 'average'] },
  )
}
