import type { Deps } from '../deps.ts'
import { forbidden, invalid } from '../lib/errors.ts'
import type { SignedIn } from '../trpc.ts'
import { provePassword } from './passwords.ts'
import { isFresh } from './queries.ts'
import type { Caller } from './signIn.ts'

/**
 * Has the viewer prove again who they are: by their password or, if they have none, by a sign-in of a moment ago.
 * @throws invalid on 'password'; forbidden for a person without one whose sign-in is too long ago; tooMany
 */
export async function provePerson(
  deps: Deps,
  { caller }: Pick<Caller, 'caller'>,
  viewer: SignedIn,
  { password }: { password: string },
): Promise<void> {
  const { passwordHash } = await deps.db.user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { passwordHash: true },
  })
  if (passwordHash === null) {
    if (!(await isFresh(deps, viewer))) throw forbidden('auth.signInAgain')
    return
  }
  if (password === '') throw invalid('auth.passwordRequired', 'password')
  await provePassword(deps, { caller }, viewer, { passwordHash }, { password, field: 'password' })
}
