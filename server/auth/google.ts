import { email as emailSchema, type GoogleProblem } from '../../shared/auth.ts'
import type { Deps } from '../deps.ts'
import type { GoogleIdentity } from '../clients/google/client.ts'
import { transaction, violatedIndex } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { network } from '../lib/rateLimit.ts'
import { freeNickname } from './freeNickname.ts'
import { signIn, type Caller } from './signIn.ts'

/** A sign-in that came to nothing, by the code that the login page knows. */
export class GoogleRefusal extends Error {
  readonly problem: GoogleProblem

  constructor(problem: GoogleProblem) {
    super(problem)
    this.problem = problem
  }
}

const ROUNDS = 5

/**
 * Signs in whom Google vouches for: by an identity that is known; as a new account; or, for a viewer who is signed in
 * already and has the same verified e-mail, by connecting the two. An account is never taken over by its e-mail alone.
 * @throws GoogleRefusal
 */
export async function signInWithGoogle(deps: Deps, caller: Caller, identity: GoogleIdentity): Promise<{ isNew: boolean }> {
  try {
    const { userId, isNew } = await accountOf(deps, caller, identity)
    await signIn(deps, caller, userId)
    return { isNew }
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'forbidden') throw new GoogleRefusal('disabled')
    if (error instanceof DomainError && error.kind === 'tooMany') throw new GoogleRefusal('busy')
    throw error
  }
}

async function accountOf(
  deps: Deps,
  { viewer, caller }: Caller,
  identity: GoogleIdentity,
): Promise<{ userId: number; isNew: boolean }> {
  const { db } = deps
  const key = { provider: 'google' as const, subject: identity.subject }
  for (let round = 1; ; round++) {
    const known = await db.identity.findUnique({ where: { provider_subject: key }, select: { userId: true } })
    if (known) {
      if (viewer && known.userId !== viewer.id) throw new GoogleRefusal('other')
      return { userId: known.userId, isNew: false }
    }
    const email = emailSchema.safeParse(identity.email)
    if (!email.success || !identity.emailVerified) throw new GoogleRefusal('unverified')
    const owner = await db.user.findUnique({ where: { email: email.data }, select: { id: true } })
    // The e-mail must be the same, or whoever signs a stranger's browser in to his own Google account would own the rest.
    if (viewer && owner?.id !== viewer.id) throw new GoogleRefusal('other')
    if (owner && !viewer) throw new GoogleRefusal('exists')
    if (!owner) await deps.limits.register.take(network(caller.address))
    try {
      const userId = await transaction(db, async (tx) => {
        const person = owner ?? { nickname: await freeNickname(deps, identity.name ?? ''), email: email.data }
        const { id } = 'id' in person ? person : await tx.user.create({ data: person, select: { id: true } })
        await tx.identity.create({ data: { ...key, userId: id }, select: { id: true } })
        return id
      })
      return { userId, isNew: !owner }
    } catch (error) {
      // Somebody was quicker: with the nickname, or the same person with a second click. Looked at anew.
      if (violatedIndex(error) === null || round === ROUNDS) throw error
    }
  }
}
