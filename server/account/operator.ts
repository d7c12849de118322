import { reservedNicknames } from '../../shared/users.ts'
import { endAccess } from '../auth/accessWays.ts'
import { takenBy } from '../auth/mutations.ts'
import { createUser } from '../auth/newUser.ts'
import { makeLink, type PasswordLink } from '../auth/resetLinks.ts'
import { change, manyRows, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Role } from '../generated/prisma/client.ts'
import { transaction } from '../lib/db.ts'
import { conflict, forbidden, notFound } from '../lib/errors.ts'
import { deleteNotificationsOfKind } from '../notifications/write/withdraw.ts'
import { findLocked, lockUser, type LockedUser } from '../users/lock.ts'
import { findPerson } from '../users/queries.ts'
import { canModerate, keepAnAdmin } from '../users/roles.ts'
import { writeRole } from '../users/write/account.ts'
import { writeEmail } from '../users/write/credentials.ts'
import { byOperator, type Acting } from './acting.ts'
import { removeForGood } from './removal.ts'
import { disable, enable } from './suspension.ts'

// Actions of an operator on the command line (server/operator/), and of administrators in the browser (server/admin/).

const HOUR = 60 * 60 * 1000
const WEEK = 7 * 24 * HOUR

/** Finds disabled accounts, too. @throws notFound */
export async function getAccount(
  deps: Pick<Deps, 'db'>,
  nickname: string,
): Promise<{ id: number; disabledAt: Date | null }> {
  const user = await findPerson(deps, nickname)
  if (!user) throw notFound('users.notFound')
  return user
}

/** `work` returns the number of sessions that it ended. */
async function changeAccount(
  deps: WriteDeps,
  nickname: string,
  { before, after }: Acting,
  work: (write: Write, user: LockedUser) => Promise<number | void>,
): Promise<{ id: number; ended: number }> {
  const { id } = await getAccount(deps, nickname)
  const ended = await change(
    deps,
    async (write) => {
      await before(write.tx)
      const sessions = (await work(write, await lockUser(write.tx, id))) ?? 0
      await after(write, { id, sessions })
      return sessions
    },
    manyRows,
  )
  return { id, ended }
}

/** @throws conflict if it is the only active administrator */
export const disableAccount = (deps: WriteDeps, nickname: string, acting = byOperator) =>
  changeAccount(deps, nickname, acting, disable)

/** Enables a disabled account. @throws notFound, also if the account is being removed */
export const enableAccount = (deps: WriteDeps, nickname: string, acting = byOperator) =>
  changeAccount(deps, nickname, acting, enable)

export const signOutAccount = (deps: WriteDeps, nickname: string, acting = byOperator) =>
  changeAccount(deps, nickname, acting, (write, user) => endAccess(write, user, 'signedOut'))

export async function signOutEverybody(deps: WriteDeps): Promise<{ ended: number }> {
  let count = 0
  for (const { id } of await deps.db.user.findMany({ select: { id: true }, orderBy: { id: 'asc' } }))
    count += await change(deps, async (write) => {
      const user = await findLocked(write.tx, id)
      return user === null ? 0 : await endAccess(write, user, 'signedOut')
    })
  return { ended: count }
}

/** @throws unauthorized if the account no longer exists; conflict if it is the only active administrator */
export const removeAccount = (deps: WriteDeps & Pick<Deps, 'seal'>, id: number): Promise<void> =>
  removeForGood(deps, id, (rest) => rest())

/** Deletes an account of the demo, even the only administrator: everybody knows its password. */
export async function removeDemoAccount(deps: WriteDeps & Pick<Deps, 'seal'>, id: number): Promise<void> {
  await writeRole(deps.db, { userId: id, role: 'member' })
  await removeAccount(deps, id)
}

/** Single-use, valid for one hour; invalidates earlier links. @throws notFound; forbidden if the account is disabled */
export async function makeResetLink(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  nickname: string,
  { before, after } = byOperator,
): Promise<PasswordLink & { id: number }> {
  const { id, disabledAt } = await getAccount(deps, nickname)
  if (disabledAt) throw forbidden('auth.accountDisabled')
  return await transaction(deps.db, async (tx) => {
    await before(tx)
    const link = await makeLink(tx, deps, id, HOUR)
    await after({ tx, now: deps.now() }, { id, sessions: 0 })
    return { id, ...link }
  })
}

/**
 * Works even if registration is closed; the link to choose a password is valid for a week.
 * @throws conflict if the nickname or e-mail address is taken
 */
export async function createAccount(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  { nickname, email }: { nickname: string; email: string },
): Promise<PasswordLink & { id: number }> {
  if (reservedNicknames.has(nickname)) throw conflict('auth.nicknameTaken')
  try {
    return await transaction(deps.db, async (tx) => {
      const { id } = await createUser(tx, { nickname, email })
      return { id, ...(await makeLink(tx, deps, id, WEEK)) }
    })
  } catch (error) {
    throw takenBy(error) ?? error
  }
}

/** The new address is unconfirmed, and earlier links become invalid. @throws notFound; conflict */
export const setEmail = (deps: WriteDeps, nickname: string, email: string, acting = byOperator) =>
  changeAccount(deps, nickname, acting, async (write, user) => {
    await writeEmail(write, user, { email, confirmedAt: null })
    return await endAccess(write, user, 'addressChanged')
  }).catch((error: unknown) => {
    throw takenBy(error) ?? error
  })

/** @throws notFound; conflict if it is the only active administrator and stays none */
export const setRole = (deps: WriteDeps, nickname: string, role: Role, acting = byOperator) =>
  changeAccount(deps, nickname, acting, async (write, user) => {
    if (role !== 'admin') await keepAnAdmin(write.tx, user)
    await writeRole(write.tx, { userId: user, role })
    if (!canModerate(role)) await deleteNotificationsOfKind(write, { userId: user, kind: 'report' })
  })
