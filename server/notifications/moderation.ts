import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { notify } from './notify.ts'
import { about } from './rows.ts'
import { forgetOther } from './takeBack.ts'

/**
 * A moderator's decision about a user or their content: `id` of the decision, `action` ('hide', 'remove' …), `about` the title of
 * the content, null for the account. The moderator is not named.
 */
export type Decided = { to: number; id: number; action: string; about: string | null; reason: string }

/** Notifies a user of a warning or of another decision of a moderator. */
export async function notifyOfDecision(
  write: Write,
  { to, id, action, about: title, reason }: Decided,
): Promise<void> {
  const kind = action === 'warn' ? 'warning' : 'decision'
  const detail = { action, text: reason, ...(title !== null && { about: title }) }
  await notify(write, [{ to, kind, actorId: null, about: about.other('case', id), detail }])
}

/** Withdraws the notification of a decision that was undone. */
export const takeBackDecision = (write: Write, { id, to }: Pick<Decided, 'id' | 'to'>): Promise<void> =>
  forgetOther(write, about.other('case', id), [to])

const moderatorsOf = async (tx: Tx): Promise<number[]> => {
  const found = await tx.user.findMany({ where: { role: 'moderator' }, select: { id: true } })
  return found.map(({ id }) => id)
}

/** Notifies all moderators of a new report, except its reporter and its subject. */
export async function notifyOfReport(
  write: Write,
  { id, reporterId, subjectId }: { id: number; reporterId: number; subjectId: number },
): Promise<void> {
  const moderators = (await moderatorsOf(write.tx)).filter(
    (each) => each !== reporterId && each !== subjectId,
  )
  const [kind, thing] = ['report' as const, about.other('report', id)]
  await notify(
    write,
    moderators.map((to) => ({ to, kind, actorId: null, about: thing })),
  )
}

/** Withdraws the moderators' notifications of a report that was closed, and notifies the reporter that it was reviewed. */
export async function notifyOfReview(
  write: Write,
  { id, reporterId }: { id: number; reporterId: number | null },
): Promise<void> {
  const thing = about.other('report', id)
  await forgetOther(write, thing, await moderatorsOf(write.tx))
  if (reporterId === null) return
  await notify(write, [{ to: reporterId, kind: 'reportReviewed', actorId: null, about: thing }])
}
