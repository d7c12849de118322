import { createHmac } from 'node:crypto'
import type { ForgotPasswordInput } from '../../shared/auth.ts'
import type { Texts } from '../../shared/texts.ts'
import type { Deps } from '../core/deps.ts'
import { resetMailsAsked, resetMailsToMailbox } from '../core/limits.ts'
import { DomainError, forbidden } from '../lib/errors.ts'
import { queueMail } from '../mail/queue.ts'
import { assertPasswordLogin } from './passwords.ts'
import { findAccount } from './queries.ts'
import type { Caller } from './signIn.ts'

/**
 * The response and the amount of work are the same for an unknown name, for a disabled account, and for a
 * mailbox that has received its maximum of this hour.
 * @throws forbidden if no mail is set up or password login is off; tooMany
 */
export async function forgotPassword(
  deps: Deps,
  { caller }: Pick<Caller, 'caller'>,
  { identifier }: ForgotPasswordInput,
  language: Texts['language'],
): Promise<null> {
  assertPasswordLogin(deps)
  if (!deps.mailer) throw forbidden('auth.askOperator')
  await deps.limit(resetMailsAsked).take(caller.network)
  const user = await findAccount(deps, identifier)
  const mailbox = createHmac('sha256', deps.settings.APP_SECRET)
    .update(`mailbox ${user?.id ?? `of nobody ${identifier}`}`)
    .digest('base64url')
  try {
    await deps.limit(resetMailsToMailbox).take(mailbox)
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'tooMany') return null
    throw error
  }
  await queueMail(deps.db, deps, { userId: user?.id ?? null, kind: 'reset', language })
  const subject = user?.id ?? null
  deps.audit.note({ event: 'password.link', actor: null, subject, address: caller.address })
  return null
}
