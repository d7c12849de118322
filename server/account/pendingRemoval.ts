import type { Tx } from '../lib/db.ts'

/** Prefix of the leases of users who are being removed in steps. */
export const PREFIX = 'remove:'
export const leaseOf = (userId: number): string => `${PREFIX}${userId}`

/** True if a removal has begun; it cannot be undone. */
export async function isBeingRemoved({ db }: { db: Tx }, userId: number): Promise<boolean> {
  return (await db.lease.count({ where: { name: leaseOf(userId) } })) > 0
}
