import type { Write } from '../../core/change.ts'
import type { Role } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import type { LockedUser } from '../lock.ts'

export type NewUser = { nickname: string; email: string; passwordHash?: string }

/** Fails on a unique index if the nickname or address is taken. `createUser` adds the other rows that every user has. */
export const insertUser = ({ tx }: Pick<Write, 'tx'>, user: NewUser): Promise<{ id: number }> =>
  tx.user.create({ data: { ...user, isWelcomed: false }, select: { id: true } })

export async function markWelcomed(db: Tx, userId: number): Promise<void> {
  await db.user.updateMany({ where: { id: userId, isWelcomed: false }, data: { isWelcomed: true } })
}

export async function deleteUser({ tx }: Pick<Write, 'tx'>, userId: LockedUser): Promise<void> {
  await tx.user.delete({ where: { id: userId }, select: { id: true } })
}

export async function writeRole(db: Tx, { userId, role }: { userId: number; role: Role }): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { role }, select: { id: true } })
}
