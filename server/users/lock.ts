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

/**
 * The same for what must not be done beside a change of the person's row on another node of a database cluster: a lock is
 * known to its own node, a write to all of them, so that one of the two fails at its COMMIT and is done again. With one
 * writing node that is the moment in which another takes its place.
 * @throws unauthorized when the person was removed meanwhile
 */
export async function claimPerson(tx: Tx, userId: number, now: Date): Promise<void> {
  await lockPerson(tx, userId)
  await tx.$executeRaw`UPDATE User SET updatedAt = ${now} WHERE id = ${userId}`
}
