import { Prisma } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import type { LockedUser } from '../lock.ts'

/**
 * Updates the position of each user's newest feed entry, which is stored on the user so that feeds can read it first. It is
 * always computed from the listenings, so it cannot drift. Call it after a listening was added to the feeds or one of their
 * entries was removed.
 */
export async function writeHeads(tx: Tx, userIds: readonly LockedUser[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE User u SET u.lastLogAt = (SELECT feedAt ${newest}), u.lastLogId = (SELECT id ${newest})
    WHERE u.id IN (${Prisma.join([...userIds])})`
}

// MySQL reads an index backwards for each user only if the order names all of its columns; otherwise it sorts all their
// listenings. A join on `id = (SELECT …)` would read the joined table for each user.
const newest = Prisma.sql`FROM Log FORCE INDEX (Log_userId_feedAt_id_idx) WHERE userId = u.id AND feedAt IS NOT NULL
  ORDER BY userId DESC, feedAt DESC, id DESC LIMIT 1`
