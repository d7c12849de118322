import type { Write } from '../../core/change.ts'
import type { Role } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import type { LockedUser } from '../lock.ts'

export type NewUser = { nickname: string; email: string; passwordHash?: string }

/**
 * Stores a new user. Fails on a unique index if another user has the nickname or the address. Other rows that each user has are created
 * by `createUser` (server/auth/newUser.ts).
 */
export const insertUser = ({ tx }: Pick<Write, 'tx'>, user: NewUser): Promise<{ id: number }> =>
  tx.user.create({ data: user, select: { id: true } })

/** Deletes a user, and by the cascades of the schema all rows that refer to them. */
export async function deleteUser({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<void> {
  await tx.user.delete({ where: { id: userId }, select: { id: true } })
}

/** Makes a user a moderator, or a member again. */
export async function writeRole(db: Tx, { userId, role }: { userId: number; role: Role }): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { role }, select: { id: true } })
}
