import type { Tx } from '../lib/db.ts'
import { forbidden, forbiddenBecause, type DomainError } from '../lib/errors.ts'

/**
 * What somebody reads who has proven who they are and whose account is disabled: why a moderator suspended it, where it was one.
 * An account that was let in again since, and then disabled by the operator, has another moment.
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
