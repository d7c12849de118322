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
import { findLocked, lockUser } from '../users/lock.ts'
import { findPerson } from '../users/queries.ts'
import { writeRole } from '../users/write/account.ts'
import { markDisabled, markEnabled } from '../users/write/audience.ts'
import { writeEmail } from '../users/write/credentials.ts'
import { isBeingRemoved, removeForGood } from './removal.ts'

// What an operator does from the command line (server/operator/main.ts): there is no such role in the product itself.

const HOUR = 60 * 60 * 1000
const WEEK = 7 * 24 * HOUR

/** The account of a nickname, a disabled one too. @throws notFound */
export async function getAccount(
  deps: Pick<Deps, 'db'>,
  nickname: string,
): Promise<{ id: number; disabledAt: Date | null }> {
  const user = await findPerson(deps, nickname)
  if (!user) throw notFound('users.notFound')
  return user
}

/** Disables an account: its sessions and sockets end, in every process, and nobody can find it. @throws notFound */
export async function disableAccount(
  deps: WriteDeps,
  nickname: string,
): Promise<{ id: number; ended: number }> {
  const { id } = await getAccount(deps, nickname)
  return await change(deps, async (write) => ({ id, ended: await disable(write, id) }))
}

/** The same within a change; gives how many sessions ended. */
export async function disable(write: Write, id: number): Promise<number> {
  const user = await lockUser(write.tx, id)
  if (await markDisabled(write, user)) {
    await countPerson(write.tx, user, -1)
    await uncountOpinions(write.tx, user)
    write.emit(topics.people(), { type: 'user.disabled', id }, id)
    await judgePerson(write, id)
    await pauseImports(write.tx, user)
  }
  return await endAccess(write, user, 'closed')
}

/** Ends the sessions and the pending links of an account, which can sign in again at once. @throws notFound */
export async function signOutAccount(
  deps: WriteDeps,
  nickname: string,
): Promise<{ id: number; ended: number }> {
  const { id } = await getAccount(deps, nickname)
  return { id, ended: await signOut(deps, id) }
}

/** The same for every account, one after the other; returns the number of sessions that ended. */
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

/** Lets a disabled account in again. @throws notFound, for one that is about to be gone, too */
export async function enableAccount(deps: WriteDeps, nickname: string): Promise<{ id: number }> {
  const { id } = await getAccount(deps, nickname)
  await change(deps, (write) => enable(write, id))
  return { id }
}

/** The same within a change. @throws notFound for an account that is about to be gone */
export async function enable(write: Write, id: number): Promise<void> {
  const user = await lockUser(write.tx, id)
  if (await isBeingRemoved({ db: write.tx }, id)) throw notFound('users.notFound')
  if (!(await markEnabled(write, user))) return
  await countPerson(write.tx, user, 1)
  await writeAllOpinions(write.tx, user)
  await judgePerson(write, id)
}

/** Removes an account for good, as its owner can. @throws unauthorized when it is gone already */
export const removeAccount = (deps: WriteDeps & Pick<Deps, 'seal'>, id: number): Promise<void> =>
  removeForGood(deps, id, (rest) => rest())

/**
 * A link with which a person can choose a new password, once, within the hour; an earlier one is over.
 * @throws notFound; forbidden when disabled
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
 * Makes an account without a password, whatever the settings say of registration, and a link to choose one within a week.
 * @throws conflict when nickname or e-mail are somebody's
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

/** Gives an account another e-mail address, not confirmed; links of before are over. @throws notFound; conflict */
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

/** Makes somebody a moderator, or no longer one. @throws notFound */
export async function setRole(deps: Pick<Deps, 'db'>, nickname: string, role: Role): Promise<{ id: number }> {
  const { id } = await getAccount(deps, nickname)
  await writeRole(deps.db, { userId: id, role })
  return { id }
}
