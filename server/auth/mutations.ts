import {
  email as emailSchema,
  isEmail,
  type LoginInput,
  type RegisterInput,
  type Viewer,
} from '../../shared/auth.ts'
import { isNickname, reservedNicknames } from '../../shared/users.ts'
import type { Deps } from '../deps.ts'
import { hashPassword, passwordMatches } from '../lib/crypto.ts'
import { isDatabaseDown, violatedIndex } from '../lib/db.ts'
import { conflict, forbidden, invalid, notFound, unauthorized, unavailable } from '../lib/errors.ts'
import { network } from '../lib/rateLimit.ts'
import { change } from '../live/change.ts'
import type { Context, SignedIn } from '../trpc.ts'
import { assertPasswordLogin, isWeakPassword } from './passwords.ts'
import { endOwnSession, endSession } from './sessions.ts'
import { signIn, type Caller } from './signIn.ts'
import { asTry, registrations } from './throttle.ts'

/**
 * Makes an account and signs it in.
 * @throws invalid, conflict with the field at fault; forbidden when password login is off; tooMany
 */
export async function register(deps: Deps, caller: Caller, input: RegisterInput): Promise<Viewer> {
  assertPasswordLogin(deps)
  const { username, email, password } = input
  if (isWeakPassword(password, { username, email })) throw invalid('auth.passwordWeak', 'password')
  if (reservedNicknames.has(username)) throw conflict('auth.nicknameTaken', 'username')
  await deps.limit(registrations).take(network(caller.caller.address))

  const [other] = await deps.db.user.findMany({
    where: { OR: [{ nickname: username }, { email }] },
    orderBy: { id: 'asc' },
    select: { nickname: true },
  })
  if (other?.nickname === username) throw conflict('auth.nicknameTaken', 'username')
  if (other) throw conflict('auth.emailTaken', 'email')

  const passwordHash = await hashPassword(password)
  try {
    const { id } = await deps.db.user.create({
      data: { nickname: username, email, passwordHash },
      select: { id: true },
    })
    return await signIn(deps, caller, id)
  } catch (error) {
    // Somebody was quicker between the look and the write.
    const index = violatedIndex(error)
    if (index?.includes('nickname')) throw conflict('auth.nicknameTaken', 'username')
    if (index?.includes('email')) throw conflict('auth.emailTaken', 'email')
    throw error
  }
}

/**
 * Signs a person in by e-mail or nickname. It takes the same time whether the person exists or not.
 * @throws notFound, unauthorized, invalid with the field at fault; forbidden when disabled or off; tooMany; unavailable
 */
export async function login(
  deps: Deps,
  caller: Caller,
  { identifier, password }: LoginInput,
): Promise<Viewer> {
  assertPasswordLogin(deps)
  const isWrongEmail = isEmail(identifier) && !emailSchema.safeParse(identifier).success
  if (isWrongEmail) throw invalid('auth.emailInvalid', 'identifier')
  try {
    // A browser's old session must be known to be ended by the new one.
    if (caller.viewerError) throw caller.viewerError
    const user = await findAccount(deps, identifier)
    return await asTry(
      deps,
      { address: caller.caller.address, account: user?.id ?? identifier },
      async () => {
        const matches = await passwordMatches(user?.passwordHash ?? null, password)
        if (!user) throw notFound('auth.userNotFound', 'identifier')
        if (!matches) throw unauthorized('auth.wrongPassword', 'password')
        if (user.disabledAt) throw forbidden('auth.accountDisabled')
        return await signIn(deps, caller, user.id, user)
      },
    )
  } catch (error) {
    if (isDatabaseDown(error)) throw unavailable('auth.systemError', error)
    throw error
  }
}

/** The account that an e-mail address or a nickname names; null for none. */
async function findAccount({ db }: Pick<Deps, 'db'>, identifier: string) {
  if (isEmail(identifier)) return await db.user.findUnique({ where: { email: identifier } })
  return isNickname(identifier) ? await db.user.findUnique({ where: { nickname: identifier } }) : null
}

/** Ends the caller's session, its open sockets included. Without one there is nothing to do. */
export async function logout(
  deps: Deps,
  { cookie }: Pick<Context, 'cookie'>,
  viewer: SignedIn | null,
): Promise<null> {
  if (viewer) await change(deps, (tx, emit) => endSession(tx, emit, viewer))
  cookie?.clear()
  return null
}

/** Ends one of the viewer's own sessions by its public id; the present one is a logout. */
export async function endListedSession(
  deps: Deps,
  { cookie }: Pick<Context, 'cookie'>,
  viewer: SignedIn,
  input: { id: string },
): Promise<null> {
  const { current } = await endOwnSession(deps, viewer, input)
  if (current) cookie?.clear()
  return null
}
