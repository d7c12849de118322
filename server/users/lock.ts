import { sql } from 'kysely'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'

const lockedUsers = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('User').select(['id', 'disabledAt']).where('id', 'in', ids).orderBy('id').forUpdate(),
)

declare const locked: unique symbol

/** The id of a user whose row this transaction holds until it ends. A function that needs the lock takes this instead of a number. */
export type LockedUser = number & { readonly [locked]: 'user' }

/** Rows of a user that one statement deletes, at most `limit`: a large account is removed in batches. */
export type Batch = { userId: LockedUser; limit: number }

/**
 * Serialises one user's own writes until the transaction's end. Two tabs, a double click or a retry then never see half of each
 * other: the second waits here and reads what the first has committed.
 * @throws unauthorized when the user has been removed
 */
export async function lockUser(tx: Tx, userId: number): Promise<LockedUser> {
  const user = await findLocked(tx, userId)
  if (user === null) throw unauthorized('auth.loginRequired')
  return user
}

/** The same where the user may have been removed: null then. */
export async function findLocked(tx: Tx, userId: number): Promise<LockedUser | null> {
  return (await lockedUsers(tx, { ids: [userId] })).length > 0 ? (userId as LockedUser) : null
}

/** Locks a user who may have been removed, and says whether they are disabled. */
export async function lockState(
  tx: Tx,
  userId: number,
): Promise<{ user: LockedUser; isDisabled: boolean } | null> {
  const [row] = await lockedUsers(tx, { ids: [userId] })
  return row ? { user: row.id as LockedUser, isDisabled: row.disabledAt !== null } : null
}

/** Locks many users, in the order of their ids, so that no two changes wait for each other; those who were removed are left out. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<LockedUser[]> {
  return (await lockedUsers(tx, { ids: [...ids] })).map(({ id }) => id as LockedUser)
}

/** Two users whose rows this transaction holds. */
export type LockedPair = readonly [LockedUser, LockedUser]

/**
 * Locks two users, always in the same order: until the end, no row that belongs to either is added.
 * @throws unauthorized when one of them has been removed
 */
export async function lockBoth(tx: Tx, one: number, other: number): Promise<LockedPair> {
  for (const id of [one, other].toSorted((a, b) => a - b)) await lockUser(tx, id)
  return [one as LockedUser, other as LockedUser]
}

type Pair = { followerId: number; followingId: number }
/** Two users whose rows this transaction holds by shared locks. */
export type HeldPair = Pair & { readonly [locked]: 'pair' }

/**
 * Holds two users by shared locks, for a transaction that depends on both but changes neither: neither can be changed until its end,
 * and other holders of shared locks do not wait. Says of the followed one whether they are private and disabled; null when one of
 * the two has been removed.
 */
export async function holdBoth(
  tx: Tx,
  pair: Pair,
): Promise<{ pair: HeldPair; isPrivate: boolean; disabledAt: Date | null } | null> {
  const people = await heldPeople(tx, { ids: [pair.followerId, pair.followingId] })
  const followed = people.find(({ id }) => id === pair.followingId)
  return people.length === 2 && followed ? { ...followed, pair: pair as HeldPair } : null
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
export async function claimUser({ tx, now }: Write, userId: number): Promise<LockedUser> {
  const user = await lockUser(tx, userId)
  await tx.$executeRaw`UPDATE User SET updatedAt = ${now} WHERE id = ${userId}`
  return user
}
