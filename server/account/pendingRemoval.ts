import type { Tx } from '../lib/db.ts'

export const removalOf = (userId: number) => ({ kind: 'removal' as const, userId })

export const isBeingRemoved = async ({ db }: { db: Tx }, userId: number): Promise<boolean> =>
  (await db.job.count({ where: removalOf(userId) })) > 0
