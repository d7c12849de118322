import { isBeingRemoved } from '../account/pendingRemoval.ts'
import type { Write } from '../core/change.ts'

/**
 * Stores why an administrator disabled an account, outside of any report. The owner reads the reason at sign-in, as long as the
 * account was not enabled since.
 */
export async function writeSuspension(
  { tx }: Pick<Write, 'tx'>,
  { subjectId, adminId, reason }: { subjectId: number; adminId: number; reason: string },
): Promise<void> {
  // An account that its owner deletes was not disabled for this reason.
  if (await isBeingRemoved({ db: tx }, subjectId)) return
  const user = await tx.user.findUniqueOrThrow({ where: { id: subjectId }, select: { disabledAt: true } })
  if (!user.disabledAt) return
  // A suspension belongs to the moment of `disabledAt`. An account that was disabled with a reason keeps it.
  const suspension = { subjectId, kind: 'suspend' as const, createdAt: user.disabledAt }
  if ((await tx.moderationAction.count({ where: suspension })) > 0) return
  await tx.moderationAction.create({
    data: { ...suspension, moderatorId: adminId, reason },
    select: { id: true },
  })
}
