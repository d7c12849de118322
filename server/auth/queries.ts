import type { SignInMeans, SignInOptions } from '../../shared/auth.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { relyingParty } from '../lib/relyingParty.ts'

/** how long a sign-in counts as proof of identity, in milliseconds */
const FRESH = 10 * 60 * 1000

/** True if the viewer's session began within the last ten minutes. */
export async function isFresh(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { sessionId }: SignedIn,
): Promise<boolean> {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { createdAt: true } })
  return session !== null && now().getTime() - session.createdAt.getTime() < FRESH
}

/** True if the viewer's account was connected with Google within the last ten minutes, as when Google opens it for them. */
export async function isTakenOver(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id }: Pick<SignedIn, 'id'>,
): Promise<boolean> {
  const createdAt = { gt: new Date(now().getTime() - FRESH) }
  return (await db.identity.count({ where: { userId: id, createdAt } })) > 0
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
