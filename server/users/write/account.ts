import type { Role } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import type { Write } from '../../live/change.ts'
import type { LockedUser } from '../lock.ts'

type NewUser = { nickname: string; email: string; passwordHash?: string }

/** Creates a user. Fails on a unique index if another user has the nickname or the address. */
export const createUser = ({ tx }: Pick<Write, 'tx'>, user: NewUser): Promise<{ id: number }> =>
  tx.user.create({ data: user, select: { id: true } })

/** Deletes a user, and by the cascades of the schema all rows that refer to them. */
export async function deleteUser({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<void> {
  await tx.user.delete({ where: { id: userId }, select: { id: true } })
}

/** Makes a user a moderator, or a member again. */
export async function writeRole(db: Tx, { userId, role }: { userId: number; role: Role }): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { role }, select: { id: true } })
}
