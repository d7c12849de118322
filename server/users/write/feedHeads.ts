import { Prisma } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import type { LockedUser } from '../lock.ts'

/**
 * Writes where each of these people's newest entry in feeds stands, beside the person: a feed looks there first. It is
 * looked up again each time, so that it cannot drift. To be called after a log entered the feeds or one that was in them
 * was removed.
 */
export async function writeHeads(tx: Tx, userIds: readonly LockedUser[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE User u SET u.lastLogAt = (SELECT feedAt ${newest}), u.lastLogId = (SELECT id ${newest})
    WHERE u.id IN (${Prisma.join([...userIds])})`
}

// MySQL reads an index backwards for each person only if the order names all of its columns, and would otherwise sort all of their
// listenings; what joins a table on `id = (SELECT …)` has it read that table for each person.
const newest = Prisma.sql`FROM Log FORCE INDEX (Log_userId_feedAt_id_idx) WHERE userId = u.id AND feedAt IS NOT NULL
  ORDER BY userId DESC, feedAt DESC, id DESC LIMIT 1`
