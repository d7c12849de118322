import { paths } from '../../shared/paths.ts'
import { endSessions } from '../auth/sessions.ts'
import { countPerson } from '../commentCounts.ts'
import type { Deps } from '../deps.ts'
import { newToken, tokenHash } from '../lib/crypto.ts'
import { transaction } from '../lib/db.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { change } from '../live/change.ts'
import { lockPerson } from '../users/lock.ts'
import { findPerson } from '../users/queries.ts'

// What an operator does from the command line (server/admin.ts): there is no such role in the product itself.

const HOUR = 60 * 60 * 1000

async function getAccount(
  deps: Pick<Deps, 'db'>,
  nickname: string,
): Promise<{ id: number; disabledAt: Date | null }> {
  const user = await findPerson(deps, nickname)
  if (!user) throw notFound('users.notFound')
  return user
}

/** Disables an account: its sessions and sockets end, in every process, and nobody finds it any more. @throws notFound */
export async function disableAccount(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  nickname: string,
): Promise<{ ended: number }> {
  const { id } = await getAccount(deps, nickname)
  return await change(deps, async (tx, emit) => {
    await lockPerson(tx, id)
    const disabled = await tx.user.updateMany({
      where: { id, disabledAt: null },
      data: { disabledAt: deps.now() },
    })
    if (disabled.count > 0) await countPerson(tx, id, -1)
    await tx.passwordReset.deleteMany({ where: { userId: id } })
    return { ended: await endSessions(tx, emit, id) }
  })
}

/** Lets a disabled account in again. @throws notFound */
export async function enableAccount({ db }: Pick<Deps, 'db'>, nickname: string): Promise<void> {
  const { id } = await getAccount({ db }, nickname)
  await transaction(db, async (tx) => {
    await lockPerson(tx, id)
    const enabled = await tx.user.updateMany({
      where: { id, disabledAt: { not: null } },
      data: { disabledAt: null },
    })
    if (enabled.count > 0) await countPerson(tx, id, 1)
  })
}

/**
 * A link with which a person can choose a new password, once, within the hour; an earlier one is over.
 * @throws notFound; forbidden
 */
export async function makeResetLink(
  deps: Pick<Deps, 'db' | 'now' | 'settings'>,
  nickname: string,
): Promise<string> {
  const { id: userId, disabledAt } = await getAccount(deps, nickname)
  if (disabledAt) throw forbidden('auth.accountDisabled')
  const token = newToken()
  const now = deps.now()
  const reset = { tokenHash: tokenHash(token), createdAt: now, expiresAt: new Date(now.getTime() + HOUR) }
  await deps.db.passwordReset.upsert({ where: { userId }, create: { userId, ...reset }, update: reset })
  return deps.settings.PUBLIC_URL + paths.resetPassword(token)
}
