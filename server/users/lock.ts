import type { Tx } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'

/**
 * Makes one person's own writes go one after another until the transaction's end. Two tabs, a double click or a retry
 * then never see half of each other: the second waits here and reads what the first has left.
 * @throws unauthorized when the person was removed meanwhile
 */
export async function lockPerson(tx: Tx, userId: number): Promise<void> {
  const rows = await tx.$queryRaw<{ id: number }[]>`SELECT id FROM User WHERE id = ${userId} FOR UPDATE`
  if (rows.length === 0) throw unauthorized('auth.loginRequired')
}
