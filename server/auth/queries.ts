import type { SignInMeans, SignInOptions } from '../../shared/auth.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { relyingParty } from '../lib/relyingParty.ts'

/** A sign-in counts as proof of its own for so long. */
const FRESH = 10 * 60 * 1000

/** Whether the viewer's session began a moment ago. */
export async function isFresh(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { sessionId }: SignedIn,
): Promise<boolean> {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { createdAt: true } })
  return session !== null && now().getTime() - session.createdAt.getTime() < FRESH
}

/** Whether the viewer's account was connected with Google a moment ago, as it is when Google gives it to them. */
export async function isTakenOver(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id }: Pick<SignedIn, 'id'>,
): Promise<boolean> {
  const createdAt = { gt: new Date(now().getTime() - FRESH) }
  return (await db.identity.count({ where: { userId: id, createdAt } })) > 0
}

/** How one can sign in here. */
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

/** How the viewer can sign in. */
export async function getSignInMeans(deps: Pick<Deps, 'db' | 'now'>, viewer: SignedIn): Promise<SignInMeans> {
  const [user, google, fresh] = await Promise.all([
    deps.db.user.findUnique({ where: { id: viewer.id }, select: { passwordHash: true } }),
    deps.db.identity.count({ where: { userId: viewer.id, provider: 'google' } }),
    isFresh(deps, viewer),
  ])
  return { password: typeof user?.passwordHash === 'string', google: google > 0, fresh }
}
