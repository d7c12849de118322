import type { ProofInput } from '../../shared/passkeys.ts'
import { provePerson } from '../auth/proof.ts'
import type { Caller } from '../auth/signIn.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../lib/errors.ts'
import type { SignedIn } from '../trpc.ts'
import { verifyUse } from './ceremony.ts'

/** What a challenge for a signed-in person is bound to. */
export const bindingOf = ({ sessionId }: SignedIn): string => `session ${sessionId}`

/**
 * Has the viewer prove again who they are: by their password or one of their passkeys or, if they have neither, by a sign-in of
 * a moment ago.
 * @throws invalid; forbidden; tooMany; unavailable
 */
export async function proveSelf(
  deps: Deps,
  request: Pick<Caller, 'caller'>,
  viewer: SignedIn,
  { password, passkey }: ProofInput,
): Promise<void> {
  if (passkey) {
    const { userId } = await verifyUse(deps, { purpose: 'prove', binding: bindingOf(viewer), use: passkey })
    if (userId !== viewer.id) throw invalid('passkeys.refused')
    return
  }
  const where = { id: viewer.id, passwordHash: null, passkeys: { some: {} } }
  // A fresh session is not enough for a person who has a password or passkey.
  if ((await deps.db.user.count({ where })) > 0) throw invalid('passkeys.useOne')
  await provePerson(deps, request, viewer, { password })
}
