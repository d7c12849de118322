import { topics } from '../../shared/events.ts'
import { reservedNicknames } from '../../shared/users.ts'
import { endAccess } from '../auth/accessWays.ts'
import { takenBy } from '../auth/mutations.ts'
import { createUser } from '../auth/newUser.ts'
import { makeLink, type PasswordLink } from '../auth/resetLinks.ts'
import { countPerson } from '../comments/counts.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Role } from '../generated/prisma/client.ts'
import { pauseImports } from '../imports/upkeep.ts'
import { transaction } from '../lib/db.ts'
import { conflict, forbidden, notFound } from '../lib/errors.ts'
import { uncountOpinions, writeAllOpinions } from '../logs/opinion.ts'
import { judgePerson } from '../notifications/people.ts'
import { stopSync } from '../spotify/sync.ts'
import { findLocked, lockUser } from '../users/lock.ts'
import { findPerson } from '../users/queries.ts'
import { writeRole } from '../users/write/account.ts'
import { markDisabled, markEnabled } from '../users/write/audience.ts'
import { writeEmail } from '../users/write/credentials.ts'
import { isBeingRemoved, removeForGood } from './removal.ts'

// Actions of an operator on the command line (server/operator/main.ts); the product itself has no such role.

const HOUR = 60 * 60 * 1000
const WEEK = 7 * 24 * HOUR

/** Returns the account with a nickname, even if it is disabled. @throws notFound */
export async function getAccount(
  deps: Pick<Deps, 'db'>,
  nickname: string,
): Promise<{ id: number; disabledAt: Date | null }> {
  const user = await findPerson(deps, nickname)
  if (!user) throw notFound('users.notFound')
  return user
}

/** Disables an account: ends its sessions and sockets in every process, and hides the user. @throws notFound */
export async function disableAccount(
  deps: WriteDeps,
  nickname: string,
): Promise<{ id: number; ended: number }> {
  const { id } = await getAccount(deps, nickname)
  return await change(deps, async (write) => ({ id, ended: await disable(write, id) }))
}

/** Disables an account within a change; returns how many sessions ended. */
export async function disable(write: Write, id: number): Promise<number> {
  const user = await lockUser(write.tx, id)
  if (await markDisabled(write, user)) {
    await countPerson(write.tx, user, -1)
    await uncountOpinions(write.tx, user)
    write.emit(topics.people(), { type: 'user.disabled', id }, id)
    await judgePerson(write, id)
    await pauseImports(write.tx, user)
    await stopSync(write.tx, user)
  }
  return await endAccess(write, user, 'closed')
}

/** Ends the sessions and pending links of an account; its owner can sign in again immediately. @throws notFound */
export async function signOutAccount(
  deps: WriteDeps,
  nickname: string,
): Promise<{ id: number; ended: number }> {
  const { id } = await getAccount(deps, nickname)
  return { id, ended: await signOut(deps, id) }
}

/** Ends the sessions and pending links of all accounts, one after another; returns how many sessions ended. */
export async function signOutEverybody(deps: WriteDeps): Promise<{ ended: number }> {
  let ended = 0
  for (const { id } of await deps.db.user.findMany({ select: { id: true }, orderBy: { id: 'asc' } }))
    ended += await signOut(deps, id)
  return { ended }
}

const signOut = (deps: WriteDeps, id: number): Promise<number> =>
  change(deps, async (write) => {
    const user = await findLocked(write.tx, id)
    return user === null ? 0 : await endAccess(write, user, 'signedOut')
  })

/** Enables a disabled account. @throws notFound, also if the account is being removed */
export async function enableAccount(deps: WriteDeps, nickname: string): Promise<{ id: number }> {
  const { id } = await getAccount(deps, nickname)
  await change(deps, (write) => enable(write, id))
  return { id }
}

/** Enables an account within a change. @throws notFound if the account is being removed */
export async function enable(write: Write, id: number): Promise<void> {
  const user = await lockUser(write.tx, id)
  if (await isBeingRemoved({ db: write.tx }, id)) throw notFound('users.notFound')
  if (!(await markEnabled(write, user))) return
  await countPerson(write.tx, user, 1)
  await writeAllOpinions(write.tx, user)
  await judgePerson(write, id)
}

/** Removes an account permanently, as its owner can. @throws unauthorized if it no longer exists */
export const removeAccount = (deps: WriteDeps & Pick<Deps, 'seal'>, id: number): Promise<void> =>
  removeForGood(deps, id, (rest) => rest())

/**
 * Creates a single-use password reset link, valid for one hour; invalidates earlier links.
 * @throws notFound; forbidden if the account is disabled
 */
export async function makeResetLink(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  nickname: string,
): Promise<PasswordLink & { id: number }> {
  const { id, disabledAt } = await getAccount(deps, nickname)
  if (disabledAt) throw forbidden('auth.accountDisabled')
  return { id, ...(await transaction(deps.db, (tx) => makeLink(tx, deps, id, HOUR))) }
}

/**
 * Creates an account without a password, even if registration is closed, and a link to choose a password within a week.
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

/** Sets the e-mail address of an account, unconfirmed; invalidates earlier links. @throws notFound; conflict */
export async function setEmail(deps: WriteDeps, nickname: string, email: string): Promise<{ id: number }> {
  const { id } = await getAccount(deps, nickname)
  try {
    await change(deps, async (write) => {
      const user = await lockUser(write.tx, id)
      await writeEmail(write, user, { email, confirmedAt: null })
      await endAccess(write, user, 'addressChanged')
    })
  } catch (error) {
    throw takenBy(error) ?? error
  }
  return { id }
}

/** Sets the role of an account. @throws notFound */
export async function setRole(deps: Pick<Deps, 'db'>, nickname: string, role: Role): Promise<{ id: number }> {
  const { id } = await getAccount(deps, nickname)
  await writeRole(deps.db, { userId: id, role })
  return { id }
}
