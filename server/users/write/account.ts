import type { Write } from '../../core/change.ts'
import type { Role } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import type { LockedUser } from '../lock.ts'

export type NewUser = { nickname: string; email: string; passwordHash?: string }

/**
 * Stores a new user. Fails on a unique index if the nickname or address is taken. `createUser` (server/auth/newUser.ts) adds the
 * other rows that every user has.
 */
export const insertUser = ({ tx }: Pick<Write, 'tx'>, user: NewUser): Promise<{ id: number }> =>
  tx.user.create({ data: user, select: { id: true } })

/** Deletes a user, and by the cascades of the schema all rows that refer to them. */
export async function deleteUser({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<void> {
  await tx.user.delete({ where: { id: userId }, select: { id: true } })
}

/** Sets a user's role. */
export async function writeRole(db: Tx, { userId, role }: { userId: number; role: Role }): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { role }, select: { id: true } })
}
