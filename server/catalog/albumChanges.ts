import { sql } from 'kysely'
import type { Db, Tx } from '../lib/db.ts'
import { databaseNow, insertRows, kysely, run } from '../lib/sql.ts'

/** Tells the processes that hold facts of albums in memory to read this album's again (server/stats/). */
export async function noteAlbumChange(tx: Tx, albumId: number): Promise<void> {
  await insertRows(tx, 'AlbumChange', [{ albumId }])
}

/** None holds them for an hour without reading the changes. */
export async function pruneAlbumChanges({ db }: { db: Db }): Promise<number> {
  return await run(
    db,
    kysely.deleteFrom('AlbumChange').where('createdAt', '<', sql<Date>`${databaseNow} - INTERVAL 1 HOUR`),
  )
}
