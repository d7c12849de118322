import { isEmail, type SignInMeans, type SignInOptions } from '../../shared/auth.ts'
import { isNickname } from '../../shared/users.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { forbidden, forbiddenBecause, type DomainError } from '../lib/errors.ts'
import { relyingParty } from '../lib/relyingParty.ts'
import { isFresh } from './freshSignIn.ts'

/** Finds the account with an e-mail address or a nickname; null if there is none. */
export async function findAccount({ db }: Pick<Deps, 'db'>, identifier: string) {
  if (isEmail(identifier)) return await db.user.findUnique({ where: { email: identifier } })
  return isNickname(identifier) ? await db.user.findUnique({ where: { nickname: identifier } }) : null
}

/**
 * Returns the error for a user who proved their identity but whose account is disabled, with the moderator's reason if it was
 * suspended. `disabledAt` identifies the suspension: it differs if the account was enabled since and then disabled by an
 * operator.
 */
export async function whyDisabled(
  db: Tx,
  { id, disabledAt }: { id: number; disabledAt: Date },
): Promise<DomainError> {
  const where = { subjectId: id, kind: 'suspend' as const, createdAt: disabledAt, undoneAt: null }
  const suspension = await db.moderationAction.findFirst({ where, select: { reason: true } })
  return suspension
    ? forbiddenBecause('auth.accountSuspended', suspension.reason)
    : forbidden('auth.accountDisabled')
}

/** Lists the ways to sign in that this installation offers. */
export const signInOptions = ({
  settings,
  google,
  mailer,
}: Pick<Deps, 'settings' | 'google' | 'mailer'>): SignInOptions => ({
  google: google !== null,
  password: settings.PASSWORD_LOGIN === 'on',
  mail: mailer !== null,
  registration: settings.REGISTRATION,
  contact: settings.CONTACT ?? null,
  passkeys: relyingParty(settings)?.origin ?? null,
})

/** Reads how the viewer can sign in, and whether they have just done so. */
export async function getSignInMeans(deps: Pick<Deps, 'db' | 'now'>, viewer: SignedIn): Promise<SignInMeans> {
  const [user, google, fresh] = await Promise.all([
    deps.db.user.findUnique({ where: { id: viewer.id }, select: { passwordHash: true } }),
    deps.db.identity.count({ where: { userId: viewer.id, provider: 'google' } }),
    isFresh(deps, viewer),
  ])
  return { password: typeof user?.passwordHash === 'string', google: google > 0, fresh }
}
