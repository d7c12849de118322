import { isEmail, type SignInMeans, type SignInOptions } from '../../shared/auth.ts'
import { isNickname } from '../../shared/users.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { forbidden, forbiddenBecause, type DomainError } from '../lib/errors.ts'
import { relyingParty } from '../lib/relyingParty.ts'
import { isFresh } from './freshSignIn.ts'

export async function findAccount({ db }: Pick<Deps, 'db'>, identifier: string) {
  if (isEmail(identifier)) return await db.user.findUnique({ where: { email: identifier } })
  return isNickname(identifier) ? await db.user.findUnique({ where: { nickname: identifier } }) : null
}

type Disabled = { id: number; disabledAt: Date }

/**
 * Returns the reason of the moderator or administrator; null if the command line disabled the account. `disabledAt` identifies
 * the suspension: it differs if the account was enabled since and then disabled again.
 */
export async function reasonOfDisabling(db: Tx, { id, disabledAt }: Disabled): Promise<string | null> {
  const where = { subjectId: id, kind: 'suspend' as const, createdAt: disabledAt, undoneAt: null }
  const suspension = await db.moderationAction.findFirst({ where, select: { reason: true } })
  return suspension?.reason ?? null
}

export async function whyDisabled(db: Tx, disabled: Disabled): Promise<DomainError> {
  const reason = await reasonOfDisabling(db, disabled)
  return reason === null
    ? forbidden('auth.accountDisabled')
    : forbiddenBecause('auth.accountSuspended', reason)
}

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

export async function getSignInMeans(deps: Pick<Deps, 'db' | 'now'>, viewer: SignedIn): Promise<SignInMeans> {
  const [user, google, fresh] = await Promise.all([
    deps.db.user.findUnique({ where: { id: viewer.id }, select: { passwordHash: true } }),
    deps.db.identity.count({ where: { userId: viewer.id, provider: 'google' } }),
    isFresh(deps, viewer),
  ])
  return { password: typeof user?.passwordHash === 'string', google: google > 0, fresh }
}
