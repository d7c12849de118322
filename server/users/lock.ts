import { sql } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'

/** The row of a person, held until the transaction's end; none when the person was removed. */
export const lockedPerson = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('User').select('id').where('id', '=', userId).forUpdate(),
)

/**
 * Serialises one person's own writes until the transaction's end. Two tabs, a double click or a retry then never see half of each
 * other: the second waits here and reads what the first has committed.
 * @throws unauthorized when the person has been removed
 */
export async function lockPerson(tx: Tx, userId: number): Promise<void> {
  if ((await lockedPerson(tx, { userId })).length === 0) throw unauthorized('auth.loginRequired')
}

/**
 * Locks two people, always in the same order, so that no two changes wait for each other: until the end, no row that
 * belongs to either is added. @throws unauthorized when one of them has been removed
 */
export async function lockBoth(tx: Tx, one: number, other: number): Promise<void> {
  for (const id of [one, other].toSorted((a, b) => a - b)) await lockPerson(tx, id)
}

/**
 * The same with shared locks, for a transaction that depends on both people but changes neither: neither can be changed until its
 * end, and other holders of shared locks do not wait. Gives whether the second is private and disabled.
 */
export async function holdBoth(
  tx: Tx,
  one: number,
  other: number,
): Promise<{ isPrivate: boolean; disabledAt: Date | null } | null> {
  const people = await heldPeople(tx, { ids: [one, other] })
  return people.length === 2 ? people.find(({ id }) => id === other)! : null
}

// Not `FOR SHARE`, which MariaDB does not know. In the order of the key, as those who lock both.
const heldPeople = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('User')
    .select(['id', 'isPrivate', 'disabledAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(sql`LOCK IN SHARE MODE`),
)

/**
 * The same for what must not be done beside a change of the person's row on another node of a database cluster: a lock is
 * known to its own node, a write to all of them, so that one of the two fails at its COMMIT and is done again. With one
 * writing node that is the moment in which another takes its place.
 * @throws unauthorized when the person has been removed
 */
export async function claimPerson(tx: Tx, userId: number, now: Date): Promise<void> {
  await lockPerson(tx, userId)
  await tx.$executeRaw`UPDATE User SET updatedAt = ${now} WHERE id = ${userId}`
}
