import type { Tx } from '../lib/db.ts'

/** The job that removes a user in steps. */
export const removalOf = (userId: number) => ({ kind: 'removal' as const, userId })

/** True if a removal has begun; it cannot be undone. */
export const isBeingRemoved = async ({ db }: { db: Tx }, userId: number): Promise<boolean> =>
  (await db.job.count({ where: removalOf(userId) })) > 0
