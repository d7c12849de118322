import type { Viewer } from '../../shared/auth.ts'
import type { PasskeyLoginInput } from '../../shared/passkeys.ts'
import { signIn, type Caller } from '../auth/signIn.ts'
import type { Deps } from '../core/deps.ts'
import { passkeyChallenges } from '../core/limits.ts'
import { newToken } from '../lib/crypto.ts'
import { DomainError, invalid } from '../lib/errors.ts'
import { askToUse, verifyUse } from './ceremony.ts'

/** Only this browser can respond to the challenge. @throws tooMany; unavailable */
export async function beginLogin(deps: Deps, { caller, cookie }: Pick<Caller, 'caller' | 'cookie'>) {
  if (!cookie) throw invalid('auth.loginFailed')
  await deps.limit(passkeyChallenges).take(caller.network)
  const binding = cookie.challenge.read() ?? newToken()
  const options = await askToUse(deps, { purpose: 'login', binding })
  cookie.challenge.set(binding)
  return options
}

/** @throws invalid; forbidden if disabled; unavailable */
export async function loginWithPasskey(
  deps: Deps,
  caller: Caller,
  { passkey }: PasskeyLoginInput,
): Promise<Viewer> {
  // The browser's old session must be ended by the new one, so it must be known.
  if (caller.viewerError) throw caller.viewerError
  const { address } = caller.caller
  try {
    const binding = caller.cookie?.challenge.read() ?? ''
    const { userId } = await verifyUse(deps, { purpose: 'login', binding, use: passkey })
    return await signIn(deps, caller, userId, { means: 'passkey' })
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'unavailable')
      deps.audit.note({
        event: 'login.failed',
        actor: null,
        address,
        detail: { means: 'passkey', why: error.id },
      })
    throw error
  }
}
