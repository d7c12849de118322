import {
  email as emailSchema,
  isEmail,
  type LoginInput,
  type RegisterInput,
  type Viewer,
} from '../../shared/auth.ts'
import type { Texts } from '../../shared/texts.ts'
import { reservedNicknames } from '../../shared/users.ts'
import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { registering } from '../core/limits.ts'
import type { Context, SignedIn } from '../core/trpc.ts'
import { hashPassword } from '../lib/crypto.ts'
import { isDatabaseDown, transaction, violatedIndex } from '../lib/db.ts'
import { conflict, type DomainError, invalid, notFound, unauthorized, unavailable } from '../lib/errors.ts'
import { mailEmailLink } from './emailLinks.ts'
import { checkEntry, enter, type Entry } from './invitations.ts'
import { createUser } from './newUser.ts'
import { assertPasswordLogin, isWeakPassword, renewHash } from './passwords.ts'
import { findAccount, whyDisabled } from './queries.ts'
import { endOwnSession, endSession } from './sessions.ts'
import { signIn, type Caller } from './signIn.ts'
import { passwordFits } from './throttle.ts'

/**
 * A rejected registration does not consume the invitation.
 * @throws invalid, conflict with the field at fault; forbidden if password login is off, registration is
 * closed, or a valid invitation is missing; tooMany
 */
export async function register(
  deps: Deps,
  caller: Caller,
  input: RegisterInput,
  language: Texts['language'],
): Promise<Viewer> {
  assertRegistrable(deps, caller)
  const entry = await checkEntry(deps, input.invite)
  assertAllowed(input)
  const registrant = { ...caller.caller, isInvited: entry.codeHash !== null }
  return await registering(deps, registrant, () => makeAccount(deps, caller, input, { entry, language }))
}

/** @throws forbidden if password login is off; invalid on a WebSocket */
export function assertRegistrable(deps: Deps, { cookie }: Caller): void {
  assertPasswordLogin(deps)
  // A WebSocket cannot set a cookie: the account would be created without a session.
  if (!cookie) throw invalid('auth.loginFailed')
}

type NewAccount = Pick<RegisterInput, 'username' | 'email' | 'password'>

/** @throws invalid for a weak password; conflict for a nickname that nobody may have */
export function assertAllowed({ username, email, password }: NewAccount): void {
  if (isWeakPassword(password, { username, email })) throw invalid('auth.passwordWeak', 'password')
  if (reservedNicknames.has(username)) throw conflict('auth.nicknameTaken', 'username')
}

/** Saves the hash of a password whose account cannot be created. @throws conflict */
export async function assertFree(
  { db }: Pick<Deps, 'db'>,
  { username, email }: Pick<NewAccount, 'username' | 'email'>,
): Promise<void> {
  const [existing] = await db.user.findMany({
    where: { OR: [{ nickname: username }, { email }] },
    orderBy: { id: 'asc' },
    select: { nickname: true },
  })
  if (existing?.nickname === username) throw conflict('auth.nicknameTaken', 'username')
  if (existing) throw conflict('auth.emailTaken', 'email')
}

async function makeAccount(
  deps: Deps,
  caller: Caller,
  { username, email, password }: RegisterInput,
  { entry, language }: { entry: Entry; language: Texts['language'] },
): Promise<Viewer> {
  await assertFree(deps, { username, email })
  const passwordHash = await hashPassword(password, deps.hashCost)
  try {
    const { id } = await transaction(deps.db, async (tx) => {
      const data = { nickname: username, email, passwordHash }
      await enter(tx, deps.now(), entry)
      const created = await createUser(tx, data)
      await mailEmailLink(tx, deps, { userId: created.id, purpose: 'confirm', email, language })
      return created
    })
    deps.audit.note({ event: 'register', actor: id, address: caller.caller.address })
    return await signIn(deps, caller, id, { means: 'password' })
  } catch (error) {
    throw takenBy(error) ?? error
  }
}

export function takenBy(error: unknown): DomainError | null {
  const index = violatedIndex(error)
  if (index?.includes('nickname')) return conflict('auth.nicknameTaken', 'username')
  return index?.includes('email') ? conflict('auth.emailTaken', 'email') : null
}

/**
 * Takes the same time whether the account exists or not.
 * @throws notFound, unauthorized, invalid with the field at fault; forbidden if the account is disabled or
 * password login is off; tooMany; unavailable
 */
export async function login(deps: Deps, caller: Caller, input: LoginInput): Promise<Viewer> {
  const { identifier, password } = input
  assertPasswordLogin(deps)
  const isWrongEmail = isEmail(identifier) && !emailSchema.safeParse(identifier).success
  if (isWrongEmail) throw invalid('auth.emailInvalid', 'identifier')
  try {
    // The browser's old session must be ended by the new one, so it must be known.
    if (caller.viewerError) throw caller.viewerError
    const user = await findAccount(deps, identifier)
    const scope = { caller: caller.caller, account: user?.id ?? identifier }
    const fits = await passwordFits(deps, scope, { passwordHash: user?.passwordHash ?? null, password })
    if (!user) throw notFound('auth.userNotFound', 'identifier')
    if (!fits) throw unauthorized('auth.wrongPassword', 'password')
    const { id, disabledAt } = user
    if (disabledAt) throw await whyDisabled(deps.db, { id, disabledAt })
    const { passwordHash } = user
    const viewer = await signIn(deps, caller, id, { means: 'password', passwordHash }).catch(
      async (error) => {
        const current = await findAccount(deps, identifier)
        if (!current || current.passwordHash === passwordHash) throw error
        // Another sign-in renewed the hash, or the password was changed in the meantime: prove it again.
        return await login(deps, caller, input)
      },
    )
    await renewHash(deps, user, password)
    return viewer
  } catch (error) {
    if (isDatabaseDown(error)) throw unavailable('auth.systemError', error)
    throw error
  }
}

export async function logout(
  deps: Deps,
  { cookie, caller }: Pick<Context, 'cookie' | 'caller'>,
  viewer: SignedIn | null,
): Promise<null> {
  if (viewer) {
    await change(deps, (write) => endSession(write, viewer))
    deps.audit.note({ event: 'logout', actor: viewer.id, address: caller.address })
  }
  cookie?.clear()
  return null
}

export async function endListedSession(
  deps: Deps,
  { cookie, caller }: Pick<Context, 'cookie' | 'caller'>,
  viewer: SignedIn,
  input: { id: string },
): Promise<null> {
  const { current } = await endOwnSession(deps, { caller }, viewer, input)
  if (current) cookie?.clear()
  return null
}
