import type { ChangePasswordInput, ResetPasswordInput, Viewer } from '../../shared/auth.ts'
import { isWeakPassword, provePassword } from '../auth/passwords.ts'
import { beginSession, endSessions } from '../auth/sessions.ts'
import { signIn, type Caller } from '../auth/signIn.ts'
import { asTry } from '../auth/throttle.ts'
import type { Deps } from '../deps.ts'
import { hashPassword, tokenHash } from '../lib/crypto.ts'
import { invalid } from '../lib/errors.ts'
import { change } from '../live/change.ts'
import type { SignedIn } from '../trpc.ts'
import { lockPerson } from '../users/lock.ts'

/**
 * Gives the viewer another password. Every session ends, sockets included; the caller gets a new one.
 * @throws invalid with the field at fault; tooMany
 */
export async function changePassword(
  deps: Deps,
  { caller, cookie }: Caller,
  viewer: SignedIn,
  { current, next }: ChangePasswordInput,
): Promise<null> {
  if (!cookie) throw invalid('error')
  const {
    nickname: username,
    email,
    passwordHash,
  } = await deps.db.user.findUniqueOrThrow({ where: { id: viewer.id } })
  if (passwordHash === null) throw invalid('auth.noPassword')
  await provePassword(deps, { caller }, viewer, { passwordHash }, { password: current, field: 'current' })
  if (isWeakPassword(next, { username, email })) throw invalid('auth.passwordWeak', 'next')

  const nextHash = await hashPassword(next)
  const { token, expires } = await change(deps, async (tx, emit) => {
    await lockPerson(tx, viewer.id)
    const changed = await tx.user.updateMany({
      where: { id: viewer.id, passwordHash },
      data: { passwordHash: nextHash },
    })
    if (changed.count === 0) throw invalid('auth.wrongPassword', 'current')
    await endSessions(tx, emit, viewer.id)
    return await beginSession(tx, deps.now(), viewer.id, caller.userAgent)
  })
  cookie.set(token, expires)
  return null
}

/**
 * Gives the person who holds an operator's one-time link a new password; every session of theirs ends. Where login by
 * password is off, the link itself signs in, and answers as whom: nobody is locked out for good.
 * @throws invalid when the link is used, replaced or over, the password is weak, or on a WebSocket; tooMany
 */
export async function resetPassword(
  deps: Deps,
  request: Caller,
  { token, password }: ResetPasswordInput,
): Promise<Viewer | null> {
  const { caller, cookie } = request
  if (!cookie) throw invalid('error')
  const hash = tokenHash(token)
  const over = () => invalid('auth.resetLinkOver', 'token')
  const { userId, user } = await asTry(
    deps,
    { address: caller.address, account: `reset ${caller.address}` },
    async () => {
      const reset = await deps.db.passwordReset.findUnique({
        where: { tokenHash: hash },
        include: { user: true },
      })
      if (!reset || reset.expiresAt <= deps.now() || reset.user.disabledAt) throw over()
      return reset
    },
  )
  const { nickname: username, email } = user
  if (isWeakPassword(password, { username, email })) throw invalid('auth.passwordWeak', 'password')

  const passwordHash = await hashPassword(password)
  await change(deps, async (tx, emit) => {
    await lockPerson(tx, userId)
    const used = await tx.passwordReset.deleteMany({ where: { userId, tokenHash: hash } })
    if (used.count === 0) throw over()
    await tx.user.update({ where: { id: userId }, data: { passwordHash }, select: { id: true } })
    await endSessions(tx, emit, userId)
  })
  return deps.settings.PASSWORD_LOGIN === 'off' ? await signIn(deps, request, userId, { passwordHash }) : null
}
