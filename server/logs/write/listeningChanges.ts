import { sql } from 'kysely'
import type { Db, Tx } from '../../lib/db.ts'
import { databaseNow, insertRows, kysely, run } from '../../lib/sql.ts'
import type { LockedUser } from '../../users/lock.ts'
import { inBatches } from '../inBatches.ts'
import { differ, type Effect } from './changes.ts'

// Tells the processes that hold a user's listenings in memory which of them to read again (server/stats/).

/** With more changes at once, all listenings of the user are read again. */
const MOST = 500
const PRUNED_AT_ONCE = 5_000

export const noteChanges: Effect = async ({ tx }, { owner, logs, level }) => {
  const changed = logs.filter(({ previous, current }) =>
    differ(previous, current, ['id', 'visibility', 'rating', 'date']),
  )
  const ids = changed.map(({ previous, current }) => (current ?? previous)!.id)
  await noteListenings(tx, [{ userId: owner, logIds: level ? 'all' : ids }])
}

type Noted = { userId: LockedUser; logIds: readonly number[] | 'all' }

export async function noteListenings(tx: Tx, changes: readonly Noted[]): Promise<void> {
  const noted = changes.flatMap(({ userId, logIds }) => {
    const ids = logIds === 'all' || logIds.length > MOST ? [null] : logIds
    return ids.map((logId: number | null) => ({ userId, logId }))
  })
  await inBatches(noted, (batch) => insertRows(tx, 'ListeningChange', batch))
}

/** Deletes what every process has read: none holds listenings for an hour without reading the changes. */
export async function pruneListeningChanges({ db }: { db: Db }, signal?: AbortSignal): Promise<number> {
  const old = kysely
    .deleteFrom('ListeningChange')
    .where('createdAt', '<', sql<Date>`${databaseNow} - INTERVAL 1 HOUR`)
    .limit(PRUNED_AT_ONCE)
  let total = 0
  while (!signal?.aborted) {
    const deleted = await run(db, old)
    total += deleted
    if (deleted < PRUNED_AT_ONCE) break
  }
  return total
}
