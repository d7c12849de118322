import type { Viewer } from '../../shared/auth.ts'
import type { Deps } from '../deps.ts'
import { forbidden, invalid, unauthorized } from '../lib/errors.ts'
import { change } from '../live/change.ts'
import type { Context } from '../trpc.ts'
import { lockPerson } from '../users/lock.ts'
import { beginSession, endSession } from './sessions.ts'

/** Who calls, from where, and how their session is kept. */
export type Caller = Pick<Context, 'caller' | 'cookie' | 'viewer' | 'viewerError'>

/**
 * Begins a session for a person whose identity is proven, in place of the one that the browser had. What was proven is
 * looked at again under the lock, so that no session outlives a change of the password or the end of the account.
 * @throws forbidden when disabled; unauthorized when the password changed meanwhile; invalid on a WebSocket
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  { caller, cookie, viewer }: Caller,
  userId: number,
  proved: { passwordHash?: string | null } = {},
): Promise<Viewer> {
  // A WebSocket cannot set a cookie, and a session that nobody can hold would only lie about.
  if (!cookie) throw invalid('auth.loginFailed')
  const { session, view } = await change(deps, async (tx, emit) => {
    await lockPerson(tx, userId)
    const { disabledAt, passwordHash, ...card } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { nickname: true, avatar: true, bio: true, disabledAt: true, passwordHash: true },
    })
    if (disabledAt) throw forbidden('auth.accountDisabled')
    if (proved.passwordHash !== undefined && proved.passwordHash !== passwordHash) {
      throw unauthorized('auth.wrongPassword', 'password')
    }
    if (viewer) await endSession(tx, emit, viewer)
    return { session: await beginSession(tx, deps.now(), userId, caller.userAgent), view: card }
  })
  cookie.set(session.token, session.expires)
  return view
}
