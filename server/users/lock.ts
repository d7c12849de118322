import { sql } from 'kysely'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { kysely, run, statement } from '../lib/sql.ts'

const lockedUsers = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('User').select(['id', 'disabledAt']).where('id', 'in', ids).orderBy('id').forUpdate(),
)

declare const locked: unique symbol

/** A user whose row this transaction locks. Functions that need the lock take this type instead of a number. */
export type LockedUser = number & { readonly [locked]: 'user' }

/** `limit` rows per statement: a large account is removed in batches. */
export type Batch = { userId: LockedUser; limit: number }

/**
 * Two tabs, a double click or a retry never see a partial change: the second transaction waits here and reads what the first has
 * committed.
 * @throws unauthorized if the user has been removed
 */
export async function lockUser(tx: Tx, userId: number): Promise<LockedUser> {
  const user = await findLocked(tx, userId)
  if (user === null) throw unauthorized('auth.loginRequired')
  return user
}

export async function findLocked(tx: Tx, userId: number): Promise<LockedUser | null> {
  return (await lockState(tx, userId))?.user ?? null
}

export async function lockState(
  tx: Tx,
  userId: number,
): Promise<{ user: LockedUser; isDisabled: boolean } | null> {
  const [row] = await lockedUsers(tx, { ids: [userId] })
  return row ? { user: row.id as LockedUser, isDisabled: row.disabledAt !== null } : null
}

/** Locks in the order of the ids, so that transactions cannot deadlock; leaves out removed users. */
export async function lockUsers(tx: Tx, ids: readonly number[]): Promise<LockedUser[]> {
  return (await lockedUsers(tx, { ids: [...ids] })).map(({ id }) => id as LockedUser)
}

export type LockedPair = readonly [LockedUser, LockedUser]

/**
 * Locks always in the same order: until the transaction ends, no row that belongs to either is added.
 * @throws unauthorized if one of them has been removed
 */
export async function lockBoth(tx: Tx, one: number, other: number): Promise<LockedPair> {
  for (const id of [one, other].toSorted((a, b) => a - b)) await lockUser(tx, id)
  return [one as LockedUser, other as LockedUser]
}

type Pair = { followerId: number; followingId: number }
/** Shared locks, until the transaction ends. */
export type HeldPair = Pair & { readonly [locked]: 'pair' }

/**
 * For a transaction that depends on both users but changes neither. Neither can change until it ends, and other holders of shared
 * locks do not wait. Returns null if one of the two has been removed.
 */
export async function holdBoth(
  tx: Tx,
  pair: Pair,
): Promise<{ pair: HeldPair; isPrivate: boolean; disabledAt: Date | null } | null> {
  const people = await heldPeople(tx, { ids: [pair.followerId, pair.followingId] })
  const followed = people.find(({ id }) => id === pair.followingId)
  return people.length === 2 && followed ? { ...followed, pair: pair as HeldPair } : null
}

// Not `FOR SHARE`, which MariaDB does not support. In the order of the key, like `lockBoth`.
const heldPeople = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('User')
    .select(['id', 'isPrivate', 'disabledAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(sql`LOCK IN SHARE MODE`),
)

/**
 * Writes the user's row, too. Use it if the transaction must not run concurrently with a change of the row on another node of a
 * database cluster. Nodes do not share locks, but a conflicting write makes one of the two transactions fail at COMMIT, and it is
 * retried. With a single writing node, this matters only during a failover.
 * @throws unauthorized if the user has been removed
 */
export async function claimUser(
  { tx, now }: Write,
  userId: number,
  changes: { lastSeenAt?: Date } = {},
): Promise<LockedUser> {
  const user = await lockUser(tx, userId)
  const update = kysely.updateTable('User').set({ updatedAt: now, ...changes })
  await run(tx, update.where('id', '=', userId))
  return user
}
