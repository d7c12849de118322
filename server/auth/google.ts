import { email as emailSchema, type GoogleProblem } from '../../shared/auth.ts'
import type { ErrorId } from '../../shared/texts.ts'
import type { GoogleIdentity } from '../clients/google/client.ts'
import { change, type Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { registering } from '../core/limits.ts'
import { violatedIndex } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { lockUser } from '../users/lock.ts'
import { endAccess } from './accessWays.ts'
import { confirmByGoogle } from './emailLinks.ts'
import { freeNickname } from './freeNickname.ts'
import { checkEntry, enter, type Entry } from './invitations.ts'
import { createUser } from './newUser.ts'
import { lockSession } from './sessions.ts'
import { signIn, type Caller } from './signIn.ts'

export class GoogleRefusal extends Error {
  readonly problem: GoogleProblem
  /** the error to show if a code is not enough: why an account is suspended */
  readonly detail: DomainError | null

  constructor(problem: GoogleProblem, detail: DomainError | null = null) {
    super(problem)
    this.problem = problem
    this.detail = detail
  }
}

const refusals: Partial<Record<ErrorId, GoogleProblem>> = {
  'auth.registrationClosed': 'closed',
  'auth.registrationByInvitation': 'byInvitation',
  'auth.invitationOver': 'invitationOver',
}

const ROUNDS = 5

/**
 * Signs in a user identified by Google: by a known identity; as a new account; or, for a viewer who is already signed in and has
 * the same verified e-mail address, by connecting the two. A matching address is not enough to open an existing account, unless
 * an operator has turned password login off: then the verified address is the only remaining way in.
 * @throws GoogleRefusal
 */
export async function signInWithGoogle(
  deps: Deps,
  caller: Caller,
  identity: GoogleIdentity,
  invite: string | null = null,
): Promise<Omit<Account, 'userId'>> {
  try {
    const { userId, ...account } = await accountOf(deps, caller, identity, invite)
    await confirmByGoogle(deps, userId, identity)
    await signIn(deps, caller, userId, { means: 'google' })
    return account
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'forbidden')
      throw new GoogleRefusal(refusals[error.id] ?? 'disabled', error.words === undefined ? null : error)
    if (error instanceof DomainError && error.kind === 'unauthorized') throw new GoogleRefusal('expired')
    if (error instanceof DomainError && error.kind === 'tooMany') throw new GoogleRefusal('busy')
    throw error
  }
}

/** `keepsPasskeys`: the account was just taken over with its earlier passkeys. */
type Account = { userId: number; isNew: boolean; keepsPasskeys: boolean }

async function accountOf(
  deps: Deps,
  request: Caller,
  identity: GoogleIdentity,
  invite: string | null,
): Promise<Account> {
  const { db, settings } = deps
  const { viewer } = request
  const issuer = settings.OIDC_ISSUER
  const key = { provider: 'google' as const, subject: identity.subject }
  for (let round = 1; ; round++) {
    const existing = await db.identity.findUnique({ where: { provider_subject: key } })
    if (existing) {
      // A subject is only unique per provider: the same subject of another issuer is another user.
      if (existing.issuer !== null && existing.issuer !== issuer) throw new GoogleRefusal('failed')
      if (viewer && existing.userId !== viewer.id) throw new GoogleRefusal('other')
      if (existing.issuer === null) await db.identity.updateMany({ where: key, data: { issuer } })
      return { userId: existing.userId, isNew: false, keepsPasskeys: false }
    }
    const { data: email } = emailSchema.safeParse(identity.email)
    if (email === undefined || !identity.emailVerified) throw new GoogleRefusal('unverified')
    const owner = await db.user.findUnique({
      where: { email },
      select: { id: true, identities: { select: { subject: true } } },
    })
    // Created since the first query, by a second click of the same user.
    if (owner?.identities.some(({ subject }) => subject === identity.subject) && round < ROUNDS) continue
    // The address must be the same. Otherwise an attacker who signs a stranger's browser in to their own Google account would
    // take over the stranger's account.
    if (viewer && owner?.id !== viewer.id) throw new GoogleRefusal('other')
    if (owner && !viewer && owner.identities.length > 0) throw new GoogleRefusal('connected')
    if (owner && !viewer && settings.PASSWORD_LOGIN === 'on') throw new GoogleRefusal('exists')
    const entry = owner ? null : await checkEntry(deps, invite)
    try {
      return await connect(deps, request, { identity, email, owner, entry })
    } catch (error) {
      // A concurrent request took the nickname or the invitation, or was a second click of the same user: check again.
      const isOver = error instanceof DomainError && error.id === 'auth.invitationOver'
      if ((violatedIndex(error) === null && !isOver) || round === ROUNDS) throw error
    }
  }
}

async function connect(
  deps: Deps,
  { viewer, caller }: Caller,
  {
    identity: { subject, name },
    email,
    owner,
    entry,
  }: { identity: GoogleIdentity; email: string; owner: { id: number } | null; entry: Entry | null },
): Promise<Account> {
  const work = () =>
    change(deps, async (write) => {
      if (viewer) await lockSession(write.tx, viewer)
      const keepsPasskeys =
        owner !== null && !viewer && (await openWithoutPassword(write, { userId: owner.id, subject }))
      if (entry) await enter(write.tx, write.now, entry)
      const { id: userId } =
        owner ?? (await createUser(write.tx, { nickname: await freeNickname(deps, name ?? ''), email }))
      const issuer = deps.settings.OIDC_ISSUER
      await write.tx.identity.create({
        data: { provider: 'google', subject, issuer, userId, createdAt: write.now },
        select: { id: true },
      })
      return { userId, keepsPasskeys }
    })
  const isInvited = entry !== null && entry.codeHash !== null
  const account = await (entry ? registering(deps, { ...caller, isInvited }, work) : work())
  const event = owner ? 'google.connected' : 'register'
  deps.audit.note({ event, actor: account.userId, address: caller.address })
  return { ...account, isNew: !owner }
}

/**
 * Opens an account for the user whose address Google has verified, when password login is off. The existing
 * password and sessions were never proven to be that user's, so they end, as do passkeys unless the address
 * was confirmed before. Returns whether passkeys remain.
 * @throws GoogleRefusal
 */
async function openWithoutPassword(
  write: Write,
  { userId, subject }: { userId: number; subject: string },
): Promise<boolean> {
  const user = await lockUser(write.tx, userId)
  const select = { disabledAt: true, emailConfirmedAt: true, identities: { select: { subject: true } } }
  const { disabledAt, emailConfirmedAt, identities } = await write.tx.user.findUniqueOrThrow({
    where: { id: userId },
    select,
  })
  if (disabledAt) throw new GoogleRefusal('disabled')
  // A second click of the same user: creating the identity will fail on the unique index, and the next round finds it.
  if (identities.some((row) => row.subject === subject)) return false
  if (identities.length > 0) throw new GoogleRefusal('connected')
  await endAccess(write, user, emailConfirmedAt === null ? 'claimed' : 'recovered')
  return (await write.tx.passkey.count({ where: { userId } })) > 0
}
