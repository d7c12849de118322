import { sql } from 'kysely'
import type { Tx } from '../../lib/db.ts'
import { byIndex, kysely, run } from '../../lib/sql.ts'
import type { LockedUser } from '../lock.ts'

/**
 * Call it after a listening was added to the feeds or one of their entries was removed. The head is computed from the listenings,
 * so it cannot drift; it is stored on the user so that feeds can read it first.
 */
export async function writeHeads(tx: Tx, userIds: readonly LockedUser[]): Promise<void> {
  const head = { lastLogAt: newest.select('l.feedAt'), lastLogId: newest.select('l.id') }
  await run(
    tx,
    kysely
      .updateTable('User as u')
      .set(head)
      .where('u.id', 'in', [...userIds]),
  )
}

// MySQL reads an index backwards for each user only if the order names all of its columns; otherwise it sorts all their
// listenings. A join on `id = (SELECT …)` would read the joined table for each user.
const newest = kysely
  .selectFrom(byIndex('Log', 'l', 'Log_userId_feedAt_id_idx'))
  .where('l.userId', '=', sql.ref<number>('u.id'))
  .where('l.feedAt', 'is not', null)
  .orderBy('l.userId', 'desc')
  .orderBy('l.feedAt', 'desc')
  .orderBy('l.id', 'desc')
  .limit(sql.lit(1))
