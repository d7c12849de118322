import type { Write } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import type { Tx } from '../../lib/db.ts'
import type { LockedUser } from '../lock.ts'

// Writers of a user's credentials. server/auth/accessWays.ts ends sessions and links after a change.

/** `confirmsEmail`: the user got the link by mail, which confirms the address. */
export async function writePassword(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  userId: LockedUser,
  { passwordHash, confirmsEmail }: { passwordHash: string; confirmsEmail: boolean },
): Promise<void> {
  const data = { passwordHash, ...(confirmsEmail && { emailConfirmedAt: now }) }
  await tx.user.update({ where: { id: userId }, data, select: { id: true } })
}

/** Returns false if the user has another hash. Needs no lock: it is one statement. */
export async function replacePasswordHash(
  tx: Tx,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<boolean> {
  const where = { id: userId, passwordHash: from }
  return (await tx.user.updateMany({ where, data: { passwordHash: to } })).count > 0
}

export async function deletePassword({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<number> {
  const where = { id: userId, passwordHash: { not: null } }
  return (await tx.user.updateMany({ where, data: { passwordHash: null } })).count
}

/** Fails on a unique index if another user has the address. */
export async function writeEmail(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  { email, confirmedAt }: { email: string; confirmedAt: Date | null },
): Promise<void> {
  const data = { email, emailConfirmedAt: confirmedAt }
  await tx.user.update({ where: { id: userId }, data, select: { id: true } })
}

/** Does nothing if the address is no longer the user's. */
export async function confirmEmail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const where = { id: userId, email, emailConfirmedAt: null }
  await db.user.updateMany({ where, data: { emailConfirmedAt: now() } })
}

export async function addPasskeyHandle(
  db: Tx,
  userId: number,
  handle: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const where = { id: userId, passkeyHandle: null }
  await db.user.updateMany({ where, data: { passkeyHandle: handle } })
}
