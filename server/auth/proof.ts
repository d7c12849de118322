import type { Deps } from '../deps.ts'
import { forbidden, invalid } from '../lib/errors.ts'
import type { SignedIn } from '../trpc.ts'
import { provePassword } from './passwords.ts'
import { isFresh } from './queries.ts'
import type { Caller } from './signIn.ts'

/**
 * Has the viewer prove anew that they are the person: by the password, or, who has none, by having signed in a moment ago.
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
