import type { Tx } from '../lib/db.ts'
import { ENOUGH } from './formats/plays.ts'

/** Drops the albums of which too few tracks were played, as the catalogue did not know for an earlier import how many they have. */
export async function forgetUnheard(db: Tx, importId: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM ImportAlbum WHERE importId = ${importId} AND state IN ('missing', 'open') AND NOT chosen AND heard < ${ENOUGH}`
}
