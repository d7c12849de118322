import type { z } from 'zod'
import type { Viewer } from '../../shared/auth.ts'
import type { firstAccountInput } from '../../shared/setup.ts'
import type { Texts } from '../../shared/texts.ts'
import { noProcedure } from '../admin/access.ts'
import { mailEmailLink } from '../auth/emailLinks.ts'
import { assertAllowed, assertFree, assertRegistrable, takenBy } from '../auth/mutations.ts'
import { createUser } from '../auth/newUser.ts'
import { signIn, type Caller } from '../auth/signIn.ts'
import type { Deps } from '../core/deps.ts'
import { hashPassword, tokenHash } from '../lib/crypto.ts'
import { transaction } from '../lib/db.ts'
import { writeRole } from '../users/write/account.ts'
import { isLinkGood, spendLink } from './link.ts'

/**
 * Creates the first administrator and signs them in. The caller has checked the link; a refused account does not spend it.
 * @throws as for a procedure that does not exist if the link was spent meanwhile; invalid, conflict with the field at fault; forbidden
 * if password login is off
 */
export async function createFirstAdmin(
  deps: Deps,
  caller: Caller,
  input: z.output<typeof firstAccountInput>,
  { path, language }: { path: string; language: Texts['language'] },
): Promise<Viewer> {
  const hash = tokenHash(input.token)
  assertRegistrable(deps, caller)
  assertAllowed(input)
  await assertFree(deps, input).catch(async (error: unknown) => {
    // This link can have created the conflicting account in the meantime.
    throw (await isLinkGood(deps.db, hash)) ? error : noProcedure(path)
  })
  const { username, email, password } = input
  const passwordHash = await hashPassword(password, deps.hashCost)
  const { id } = await transaction(deps.db, async (tx) => {
    if (!(await spendLink(tx, hash))) throw noProcedure(path)
    const created = await createUser(tx, { nickname: username, email, passwordHash })
    await writeRole(tx, { userId: created.id, role: 'admin' })
    await mailEmailLink(tx, deps, { userId: created.id, purpose: 'confirm', email, language })
    await deps.audit.write(tx, { event: 'admin.setup', actor: created.id, address: caller.caller.address })
    return created
  }).catch((error: unknown) => {
    throw takenBy(error) ?? error
  })
  return await signIn(deps, caller, id, { means: 'password' })
}
