import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { ENOUGH } from './formats/plays.ts'

/** Drops albums of which too few tracks were played to count as heard. */
export async function forgetAlbums(db: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.$executeRaw`DELETE FROM ImportAlbum WHERE id IN (${Prisma.join([...ids])})`
}

/** Drops the albums of which too few tracks were played, as the catalogue did not know for an earlier import how many they have. */
export async function forgetUnheard(db: Tx, importId: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM ImportAlbum WHERE importId = ${importId} AND state IN ('missing', 'open') AND NOT chosen AND heard < ${ENOUGH}`
}
