import type { Tx } from '../lib/db.ts'
import { kysely, run } from '../lib/sql.ts'

/** Survives the sessions: administrators read it of people who are signed out or disabled. */
export async function writeLastSeen(db: Tx, userId: number, lastSeenAt: Date): Promise<void> {
  await run(db, kysely.updateTable('User').set({ lastSeenAt }).where('id', '=', userId))
}
