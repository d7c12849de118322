import type { Tx } from '../lib/db.ts'
import { ENOUGH } from './formats/plays.ts'

/**
 * Deletes albums of which too few tracks were played to count as heard, and whose number of tracks the catalogue did not know for
 * an earlier import.
 */
export async function forgetUnheard(db: Tx, importId: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM ImportAlbum WHERE importId = ${importId} AND state IN ('missing', 'open') AND NOT chosen AND heard < ${ENOUGH}`
}
