import type { Tx } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'

/** The row of a person, held until the transaction's end; none when the person was removed. */
export const lockedPerson = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('User').select('id').where('id', '=', userId).forUpdate(),
)

/**
 * Makes one person's own writes go one after another until the transaction's end. Two tabs, a double click or a retry
 * then never see half of each other: the second waits here and reads what the first has left.
 * @throws unauthorized when the person was removed meanwhile
 */
export async function lockPerson(tx: Tx, userId: number): Promise<void> {
  if ((await lockedPerson(tx, { userId })).length === 0) throw unauthorized('auth.loginRequired')
}
