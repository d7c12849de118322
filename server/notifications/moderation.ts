import type { Deps } from '../deps.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { notify } from './notify.ts'
import { about } from './rows.ts'
import { forgetOther } from './takeBack.ts'

type NotifyDeps = Pick<Deps, 'now' | 'mailer'>

/**
 * What a moderator did to a person or to what they made: `id` is of the decision, `action` its word ('hide', 'remove' …),
 * `about` the title of the thing, null for the account. The moderator is not named.
 */
export type Decided = { to: number; id: number; action: string; about: string | null; reason: string }

/** Tells a person of a warning or of another decision of a moderator. */
export async function notifyOfDecision(
  tx: Tx,
  emit: Emit,
  deps: NotifyDeps,
  { to, id, action, about: title, reason }: Decided,
): Promise<void> {
  const kind = action === 'warn' ? 'warning' : 'decision'
  const detail = { action, text: reason, ...(title !== null && { about: title }) }
  await notify(tx, emit, deps, [{ to, kind, actorId: null, about: about.other('case', id), detail }])
}

/** Ends the notifications of a decision that was undone. */
export const takeBackDecision = (tx: Tx, emit: Emit, { id, to }: Pick<Decided, 'id' | 'to'>): Promise<void> =>
  forgetOther(tx, emit, about.other('case', id), [to])

const moderatorsOf = async (tx: Tx): Promise<number[]> => {
  const found = await tx.user.findMany({ where: { role: 'moderator' }, select: { id: true } })
  return found.map(({ id }) => id)
}

/** Tells all moderators of a new report, except who made it and whom it is about. */
export async function notifyOfReport(
  tx: Tx,
  emit: Emit,
  deps: NotifyDeps,
  { id, reporterId, subjectId }: { id: number; reporterId: number; subjectId: number },
): Promise<void> {
  const moderators = (await moderatorsOf(tx)).filter((each) => each !== reporterId && each !== subjectId)
  const [kind, thing] = ['report' as const, about.other('report', id)]
  await notify(
    tx,
    emit,
    deps,
    moderators.map((to) => ({ to, kind, actorId: null, about: thing })),
  )
}

/** A report was closed: ends the moderators' notifications, and notifies the reporter that it was looked at. */
export async function notifyOfReview(
  tx: Tx,
  emit: Emit,
  deps: NotifyDeps,
  { id, reporterId }: { id: number; reporterId: number | null },
): Promise<void> {
  const thing = about.other('report', id)
  await forgetOther(tx, emit, thing, await moderatorsOf(tx))
  if (reporterId === null) return
  await notify(tx, emit, deps, [{ to: reporterId, kind: 'reportReviewed', actorId: null, about: thing }])
}
