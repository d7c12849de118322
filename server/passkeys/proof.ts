import type { ProofInput } from '../../shared/passkeys.ts'
import { isFresh, isTakenOver } from '../auth/freshSignIn.ts'
import { provePassword } from '../auth/passwords.ts'
import type { Caller } from '../auth/signIn.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { forbidden, invalid } from '../lib/errors.ts'
import { verifyUse } from './ceremony.ts'

export const bindingOf = ({ sessionId }: SignedIn): string => `session ${sessionId}`

/**
 * Accepts the password or a passkey or, if the viewer has neither, a recent sign-in. A recent sign-in also suffices for a viewer
 * whose account was just opened by Google: its passkeys can be somebody else's.
 * @throws invalid with the field at fault; forbidden if the sign-in is too old; tooMany; unavailable
 */
export async function proveSelf(
  deps: Deps,
  { caller }: Pick<Caller, 'caller'>,
  viewer: SignedIn,
  { password, passkey }: ProofInput,
): Promise<void> {
  if (passkey) {
    const { userId } = await verifyUse(deps, { purpose: 'prove', binding: bindingOf(viewer), use: passkey })
    if (userId !== viewer.id) throw invalid('passkeys.refused')
    return
  }
  const { passwordHash, _count } = await deps.db.user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { passwordHash: true, _count: { select: { passkeys: true } } },
  })
  if (passwordHash !== null) {
    if (password === '') throw invalid('auth.passwordRequired', 'password')
    await provePassword(deps, { caller }, viewer, { passwordHash }, { password, field: 'password' })
    return
  }
  if (_count.passkeys > 0 && !(await isTakenOver(deps, viewer))) throw invalid('passkeys.useOne')
  if (!(await isFresh(deps, viewer))) throw forbidden('auth.signInAgain')
}
