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
    UPDATE User u LEFT JOIN Log l ON l.id = (
      SELECT id FROM Log WHERE userId = u.id AND feedAt IS NOT NULL ORDER BY feedAt DESC, id DESC LIMIT 1)
    SET u.lastLogAt = l.feedAt, u.lastLogId = l.id WHERE u.id IN (${Prisma.join([...userIds])})`
}
