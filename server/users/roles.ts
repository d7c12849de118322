import type { Role } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { kysely, rows, statement } from '../lib/sql.ts'
import type { LockedUser } from './lock.ts'

/** Administrators can do everything that moderators can. */
export const moderatorRoles = ['moderator', 'admin'] as const satisfies readonly Role[]

const activeRole = statement(({ id }: { id: number }) =>
  kysely.selectFrom('User').select('role').where('id', '=', id).where('disabledAt', 'is', null),
)
const lockedRole = statement(({ id }: { id: number }) =>
  kysely.selectFrom('User').select(['role', 'disabledAt']).where('id', '=', id).forUpdate(),
)
const activeAdmins = kysely
  .selectFrom('User')
  .select('id')
  .where('role', '=', 'admin')
  .where('disabledAt', 'is', null)
  .orderBy('id')

export const canModerate = (role: Role | undefined): boolean => moderatorRoles.some((each) => each === role)

export async function isModerator(db: Tx, { id }: { id: number }): Promise<boolean> {
  const [person] = await activeRole(db, { id })
  return canModerate(person?.role)
}

export async function isAdmin(db: Tx, { id }: { id: number }): Promise<boolean> {
  const [person] = await activeRole(db, { id })
  return person?.role === 'admin'
}

/** True if somebody administers the product. A disabled administrator does not. */
export async function hasAdmin(db: Tx): Promise<boolean> {
  return (await rows(db, activeAdmins.limit(1))).length > 0
}

/** The user remains a moderator until the transaction ends. @throws notFound if they no longer are one */
export async function lockModerator(tx: Tx, { id }: { id: number }): Promise<void> {
  const [person] = await lockedRole(tx, { id })
  if (!canModerate(person?.role) || person?.disabledAt) throw notFound('moderation.notFound')
}

/** The user remains an administrator until the transaction changes that. @throws notFound if they no longer are one */
export async function lockAdmin(tx: Tx, { id }: { id: number }): Promise<void> {
  const [person] = await lockedRole(tx, { id })
  if (person?.role !== 'admin' || person.disabledAt) throw notFound('notFound')
}

/**
 * Locks all active administrators, so that two who remove each other at once cannot both succeed. Call it before a user stops
 * being an active administrator.
 * @throws conflict if the user is the only one
 */
export async function keepAnAdmin(tx: Tx, user: LockedUser): Promise<void> {
  if (!(await isAdmin(tx, { id: user }))) return
  const admins = await rows(tx, activeAdmins.forUpdate())
  if (admins.every(({ id }) => id === user)) throw conflict('admin.lastAdmin')
}
