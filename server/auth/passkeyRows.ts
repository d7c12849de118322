import type { Write } from '../core/change.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import type { LockedUser } from '../users/lock.ts'

// Writers of passkeys, like of all ways to open an account (accessWays.ts); server/passkeys/ verifies their use.

type NewPasskey = Omit<Prisma.PasskeyUncheckedCreateInput, 'userId'>

/** Fails on a unique index if the credential already exists. */
export async function addPasskeyRow(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  passkey: NewPasskey,
): Promise<void> {
  await tx.passkey.create({ data: { ...passkey, userId }, select: { id: true } })
}

/** Returns false if the counter is no longer `from`: the second of two concurrent uses with the same counter is rejected. */
export async function countPasskeyUse(
  db: Tx,
  { id, from, to, at }: { id: number; from: bigint; to: number; at: Date },
): Promise<boolean> {
  const where = { id, counter: from }
  return (await db.passkey.updateMany({ where, data: { counter: to, lastUsedAt: at } })).count > 0
}

export async function deletePasskey(
  db: Tx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  return (await db.passkey.deleteMany({ where: { id, userId } })).count > 0
}

export async function deletePasskeysOf({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<number> {
  return (await tx.passkey.deleteMany({ where: { userId } })).count
}
