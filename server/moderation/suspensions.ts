import type { Write } from '../core/change.ts'

/**
 * Stores why an administrator disabled an account, outside of any report. The owner reads the reason at sign-in, as long as the
 * account was not enabled since.
 */
export async function writeSuspension(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  { subjectId, adminId, reason }: { subjectId: number; adminId: number; reason: string },
): Promise<void> {
  // A suspension belongs to the moment of `disabledAt`. An account that was disabled before keeps its own.
  if ((await tx.user.count({ where: { id: subjectId, disabledAt: now } })) === 0) return
  await tx.moderationAction.create({
    data: { subjectId, moderatorId: adminId, kind: 'suspend', reason, createdAt: now },
    select: { id: true },
  })
}
