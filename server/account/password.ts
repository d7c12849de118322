import type { ChangePasswordInput, ResetPasswordInput, Viewer } from '../../shared/auth.ts'
import { endAccess } from '../auth/accessWays.ts'
import { isWeakPassword, provePassword } from '../auth/passwords.ts'
import { spendResetLink } from '../auth/resetLinks.ts'
import { beginSession } from '../auth/sessions.ts'
import { signIn, type Caller } from '../auth/signIn.ts'
import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { hashPassword, tokenHash } from '../lib/crypto.ts'
import { invalid } from '../lib/errors.ts'
import { lockUser } from '../users/lock.ts'
import { replacePasswordHash, writePassword } from '../users/write/credentials.ts'

/** Ends all sessions and their sockets; the caller gets a new session. @throws invalid with the field at fault; tooMany */
export async function changePassword(
  deps: Deps,
  { caller, cookie }: Caller,
  viewer: SignedIn,
  { current, next }: ChangePasswordInput,
): Promise<null> {
  if (!cookie) throw invalid('error')
  const { nickname, email, passwordHash } = await deps.db.user.findUniqueOrThrow({ where: { id: viewer.id } })
  if (passwordHash === null) throw invalid('auth.noPassword')
  await provePassword(deps, { caller }, viewer, { passwordHash }, { password: current, field: 'current' })
  if (isWeakPassword(next, { username: nickname, email })) throw invalid('auth.passwordWeak', 'next')

  const nextHash = await hashPassword(next, deps.hashCost)
  const { token, expires } = await change(deps, async (write) => {
    const user = await lockUser(write.tx, viewer.id)
    const isChanged = await replacePasswordHash(write.tx, { userId: user, from: passwordHash, to: nextHash })
    if (!isChanged) throw invalid('auth.wrongPassword', 'current')
    await endAccess(write, user, 'passwordChanged')
    return await beginSession(write, user, caller.userAgent)
  })
  deps.audit.note({ event: 'password.changed', actor: viewer.id, address: caller.address })
  cookie.set(token, expires)
  return null
}

/**
 * Ends the other ways to open the account. A link from a mail proves the address. Signs in and returns the viewer if password
 * login is off, so that nobody is locked out, or if passkeys remain, so that the user can review them.
 * @throws invalid if the link was used, replaced or has expired, if the password is weak, or on a WebSocket
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
  // Not throttled: 256 bits cannot be guessed, and no throttle must block a user's last way to sign in.
  const reset = await deps.db.passwordReset.findUnique({
    where: { tokenHash: hash },
    include: { user: true },
  })
  if (!reset || reset.expiresAt <= deps.now() || reset.user.disabledAt) {
    const detail = { why: 'auth.resetLinkOver' }
    deps.audit.note({ event: 'login.failed', actor: null, address: caller.address, detail })
    throw over()
  }
  const { userId } = reset
  const { nickname: username, email } = reset.user
  if (isWeakPassword(password, { username, email })) throw invalid('auth.passwordWeak', 'password')

  const passwordHash = await hashPassword(password, deps.hashCost)
  const hasPasskeys = await change(deps, async (write) => {
    const user = await lockUser(write.tx, userId)
    if (!(await spendResetLink(write, user, hash))) throw over()
    const { emailConfirmedAt } = await write.tx.user.findUniqueOrThrow({ where: { id: userId } })
    const isClaimed = reset.isMailed && emailConfirmedAt === null
    await endAccess(write, user, isClaimed ? 'claimed' : 'recovered')
    await writePassword(write, user, { passwordHash, confirmsEmail: isClaimed })
    return (await write.tx.passkey.count({ where: { userId } })) > 0
  })
  deps.audit.note({ event: 'password.reset', actor: userId, address: caller.address })
  const proof = { means: 'link', passwordHash } as const
  return deps.settings.PASSWORD_LOGIN === 'off' || hasPasskeys
    ? await signIn(deps, request, userId, proof)
    : null
}
