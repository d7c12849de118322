import type { Tx } from '../lib/db.ts'
import { forbidden, forbiddenBecause, type DomainError } from '../lib/errors.ts'

/**
 * Returns the error for a user who proved their identity but whose account is disabled, with the moderator's reason if it was
 * suspended. `disabledAt` identifies the suspension: it differs if the account was enabled since and then disabled by an
 * operator.
 */
export async function whyDisabled(
  db: Tx,
  { id, disabledAt }: { id: number; disabledAt: Date },
): Promise<DomainError> {
  const where = { subjectId: id, kind: 'suspend' as const, createdAt: disabledAt, undoneAt: null }
  const suspension = await db.moderationAction.findFirst({ where, select: { reason: true } })
  return suspension
    ? forbiddenBecause('auth.accountSuspended', suspension.reason)
    : forbidden('auth.accountDisabled')
}
