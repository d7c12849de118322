import type { Viewer } from '../../shared/auth.ts'
import { limits } from '../../shared/limits.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Context } from '../core/trpc.ts'
import { invalid, unauthorized } from '../lib/errors.ts'
import { countAll, kysely, statement } from '../lib/sql.ts'
import { claimUser } from '../users/lock.ts'
import { viewerView } from '../users/viewerView.ts'
import { whyDisabled } from './queries.ts'
import { beginSession, endSession, makeRoom } from './sessions.ts'

type Proof = { means: 'password' | 'google' | 'link' | 'passkey'; passwordHash?: string | null }

export type Caller = Pick<Context, 'caller' | 'cookie' | 'viewer' | 'viewerError'>

const accountOf = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('User as u')
    .select(['u.nickname', 'u.avatar', 'u.bio', 'u.role', 'u.isWelcomed'])
    .select(['u.disabledAt', 'u.passwordHash'])
    .select((eb) =>
      eb
        .selectFrom('Session')
        .select(countAll)
        .whereRef('userId', '=', 'u.id')
        .$asScalar()
        .$notNull()
        .as('sessions'),
    )
    .where('u.id', '=', userId),
)

/**
 * Ends the browser's previous session. The proof is checked again under the lock, so that no session outlives a change of the
 * password or the end of the account.
 * @throws forbidden if disabled; unauthorized if the password has changed in the meantime; invalid on a WebSocket
 */
export async function signIn(
  deps: WriteDeps & Pick<Deps, 'audit'>,
  { caller, cookie, viewer }: Caller,
  userId: number,
  proof: Proof,
): Promise<Viewer> {
  // A WebSocket cannot set a cookie, so the session would be unused.
  if (!cookie) throw invalid('auth.loginFailed')
  const { session, view } = await change(deps, async (write) => {
    const owner = await claimUser(write, userId, { lastSeenAt: write.now })
    // The session count comes with a statement that is needed anyway, under the lock.
    const [user] = await accountOf(write.tx, { userId })
    const { disabledAt, passwordHash, sessions, ...person } = user!
    if (disabledAt) throw await whyDisabled(write.tx, { id: userId, disabledAt })
    if (proof.passwordHash !== undefined && proof.passwordHash !== passwordHash) {
      throw unauthorized('auth.wrongPassword', 'password')
    }
    if (viewer) await endSession(write, viewer)
    if (sessions >= limits.sessions) await makeRoom(write, owner)
    return { session: await beginSession(write, owner, caller.userAgent), view: viewerView(person) }
  })
  cookie.set(session.token, session.expires)
  const { means } = proof
  deps.audit.note({ event: 'login', actor: userId, address: caller.address, detail: { means } })
  return view
}
