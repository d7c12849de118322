import type { ChangeEmailInput, EmailLinkInput, EmailLinkView, OwnEmail } from '../../shared/auth.ts'
import type { Texts } from '../../shared/texts.ts'
import { endAccess } from '../auth/accessWays.ts'
import { mailEmailLink, spendEmailLink } from '../auth/emailLinks.ts'
import { lockSession } from '../auth/sessions.ts'
import type { Caller } from '../auth/signIn.ts'
import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { countingTaken, emailLinks, keyOf } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { tokenHash } from '../lib/crypto.ts'
import { transaction, violatedIndex } from '../lib/db.ts'
import { conflict, forbidden, invalid } from '../lib/errors.ts'
import { queueMail } from '../mail/queue.ts'
import { proveSelf } from '../passkeys/proof.ts'
import { lockUser } from '../users/lock.ts'
import { writeEmail } from '../users/write/credentials.ts'

export async function getEmail({ db, now }: Pick<Deps, 'db' | 'now'>, viewer: SignedIn): Promise<OwnEmail> {
  const [user, pending] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: viewer.id }, select: { email: true, emailConfirmedAt: true } }),
    db.emailLink.findFirst({ where: { userId: viewer.id, purpose: 'change', expiresAt: { gt: now() } } }),
  ])
  return { address: user.email, confirmed: user.emailConfirmedAt !== null, pending: pending?.email ?? null }
}

async function takeLink(deps: Deps, viewer: SignedIn): Promise<void> {
  if (!deps.mailer) throw forbidden('auth.noMail')
  await deps.limit(emailLinks).take(keyOf(viewer))
}

function noteLink(
  { audit }: Pick<Deps, 'audit'>,
  { caller }: Pick<Caller, 'caller'>,
  { id }: SignedIn,
  purpose: string,
) {
  audit.note({ event: 'email.link', actor: id, address: caller.address, detail: { purpose } })
}

/** @throws forbidden if no mail is set up; tooMany */
export async function sendConfirmation(
  deps: Deps,
  request: Pick<Caller, 'caller'>,
  viewer: SignedIn,
  language: Texts['language'],
): Promise<null> {
  await takeLink(deps, viewer)
  await transaction(deps.db, async (tx) => {
    await lockSession(tx, viewer)
    const where = { id: viewer.id, emailConfirmedAt: null }
    const user = await tx.user.findUnique({ where, select: { email: true } })
    if (user)
      await mailEmailLink(tx, deps, { userId: viewer.id, purpose: 'confirm', email: user.email, language })
  })
  noteLink(deps, request, viewer, 'confirm')
  return null
}

/**
 * Changes the address once the mailed link is opened; notifies the current address now. The rate limit
 * applies before the check whether the address is taken: a user can probe at most five addresses per hour.
 * @throws invalid, conflict with the field at fault; forbidden without mail or a fresh sign-in; tooMany
 */
export async function changeEmail(
  deps: Deps,
  request: Pick<Caller, 'caller'>,
  viewer: SignedIn,
  { email, ...proof }: ChangeEmailInput,
  language: Texts['language'],
): Promise<null> {
  await proveSelf(deps, request, viewer, proof)
  await takeLink(deps, viewer)
  await countingTaken(deps, request.caller, async () => {
    if ((await deps.db.user.count({ where: { email } })) > 0) throw conflict('auth.emailTaken', 'email')
  })
  const userId = viewer.id
  await transaction(deps.db, async (tx) => {
    await lockSession(tx, viewer)
    const { email: to, emailConfirmedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
    await mailEmailLink(tx, deps, { userId, purpose: 'change', email, language })
    // An address that was never confirmed can belong to a stranger, who is only ever sent the link to confirm it.
    if (emailConfirmedAt) await queueMail(tx, deps, { userId, kind: 'changing', language, to })
  })
  noteLink(deps, request, viewer, 'change')
  return null
}

/** @throws invalid if the link was used or replaced, or has expired */
export async function readEmailLink(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { token }: EmailLinkInput,
): Promise<EmailLinkView> {
  const link = await db.emailLink.findUnique({
    where: { tokenHash: tokenHash(token), expiresAt: { gt: now() }, user: { disabledAt: null } },
    include: { user: { select: { nickname: true } } },
  })
  if (!link) throw invalid('auth.resetLinkOver')
  return { purpose: link.purpose, address: link.email, nickname: link.user.nickname }
}

/**
 * Applies the link for any caller, signed in or not. A change of address invalidates reset links and notifies the previous
 * address.
 * @throws invalid if the link was used or replaced, or has expired; conflict if another account has the address in the meantime
 */
export async function openEmailLink(
  deps: Deps,
  { caller }: Pick<Caller, 'caller'>,
  { token }: EmailLinkInput,
  language: Texts['language'],
): Promise<{ purpose: 'confirm' | 'change' }> {
  const hash = tokenHash(token)
  const over = () => invalid('auth.resetLinkOver')
  const link = await deps.db.emailLink.findUnique({ where: { tokenHash: hash } })
  if (!link) throw over()
  const { userId, purpose, email } = link
  try {
    await change(deps, async (write) => {
      const owner = await lockUser(write.tx, userId)
      const isSpent = await spendEmailLink(write, hash)
      const user = await write.tx.user.findUnique({ where: { id: userId, disabledAt: null } })
      const isOther = purpose === 'confirm' && user?.email !== email
      if (!isSpent || !user || isOther) throw over()
      await writeEmail(write, owner, { email, confirmedAt: write.now })
      if (purpose === 'confirm') return
      await endAccess(write, owner, 'addressChanged')
      if (deps.mailer) await queueMail(write.tx, deps, { userId, kind: 'changed', language, to: user.email })
    })
  } catch (error) {
    if (violatedIndex(error)?.includes('email')) throw conflict('auth.emailTaken')
    throw error
  }
  const event = purpose === 'confirm' ? 'email.confirmed' : 'email.changed'
  deps.audit.note({ event, actor: userId, address: caller.address })
  return { purpose }
}
