import type { Tx } from '../lib/db.ts'

/**
 * Makes one person's own writes go one after another until the transaction's end. Two tabs, a double click or a retry
 * then never see half of each other: the second waits here and reads what the first has left.
 */
export async function lockPerson(tx: Tx, userId: number): Promise<void> {
  await tx.$queryRaw`SELECT id FROM User WHERE id = ${userId} FOR UPDATE`
}
