import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import type { ActionKind, actInput, undoInput } from '../../shared/moderation.ts'
import { isBeingRemoved } from '../account/pendingRemoval.ts'
import { disable, enable } from '../account/suspension.ts'
import { removeAddedAlbum } from '../albums/removal.ts'
import { deleteComment, getComment, setCommentHidden } from '../comments/mutations.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Report } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { lockOwnList } from '../lists/write/lock.ts'
import { deleteList, setListHidden } from '../lists/write/single.ts'
import { removeReview } from '../logs/mutations.ts'
import { setLogHidden } from '../logs/write/single.ts'
import { noticeOf, noticesOfReports } from '../notifications/causes.ts'
import { notify } from '../notifications/write/notify.ts'
import { withdraw } from '../notifications/write/withdraw.ts'
import { lockUser } from '../users/lock.ts'
import { isAdmin, lockModerator } from '../users/roles.ts'
import { undoAlbumEdit } from './albumEdits.ts'
import { canUndo, circumstancesOf, isOfReport, possibleActions, type ReportAction } from './decisions.ts'
import { undoMerge } from './merges.ts'
import { readThing } from './snapshot.ts'

type Needs = WriteDeps & Pick<Deps, 'audit'>
type Done = { write: Write; action: ReportAction }

/**
 * Writes the action, its reason and the audit entry in one transaction.
 * @throws notFound, also for a report about the moderator; conflict if another decision was made in the meantime, or if the
 * action is not possible
 */
export async function act(
  deps: Needs,
  viewer: SignedIn,
  { id, kind, reason, seen: seenActions }: z.output<typeof actInput>,
): Promise<{ id: number }> {
  // Read before the transaction starts: its snapshot would not see later commits, even after waiting for a lock.
  const { subjectId } = await getJudged(deps.db, viewer, id)
  return await change(deps, async (write) => {
    await lockBoth(write.tx, viewer, subjectId)
    const report = await getJudged(write.tx, viewer, id)
    const state = await readState(write.tx, viewer, report)
    if (state.seen !== seenActions) throw conflict('moderation.changed')
    if (!state.possible.includes(kind)) throw conflict('moderation.impossible')
    const { thing, thingId } = report
    const action = (await write.tx.moderationAction.create({
      data: {
        reportId: id,
        subjectId,
        moderatorId: viewer.id,
        kind,
        thing,
        thingId,
        reason,
        createdAt: write.now,
      },
    })) as ReportAction
    await effects[kind]({ write, action })
    await notifyOfAction(write, { report, action, closed: await close(write.tx, report, action) })
    await deps.audit.write(write.tx, {
      event: `moderation.${kind}`,
      actor: viewer.id,
      subject: subjectId,
      detail: { action: action.id, report: id, thing, id: thingId },
    })
    write.emit(topics.moderation(), { type: 'moderation.changed' }, null)
    return { id: action.id }
  })
}

/** Does nothing if the action was already undone. @throws notFound; conflict if it cannot be undone */
export async function undo(
  deps: Needs & Pick<Deps, 'jobs' | 'log'>,
  viewer: SignedIn,
  { id }: z.output<typeof undoInput>,
): Promise<{ id: number }> {
  const found = await deps.db.moderationAction.findUnique({ where: { id }, select: { kind: true } })
  if (found?.kind === 'merge') return await undoMerge(deps, viewer, { id })
  if (found?.kind === 'editAlbum') return await undoAlbumEdit(deps, viewer, { id })
  const { subjectId } = await getAction(deps.db, viewer, id)
  return await change(deps, async (write) => {
    await lockBoth(write.tx, viewer, subjectId)
    const action = await getAction(write.tx, viewer, id)
    if (action.undoneAt) return { id }
    const subject = await write.tx.user.findUniqueOrThrow({
      where: { id: subjectId },
      select: { disabledAt: true, role: true },
    })
    const isViewerAdmin = await isAdmin(write.tx, viewer)
    if (!canUndo(action, circumstancesOf({ viewer, isViewerAdmin, subject, now: write.now })))
      throw conflict('moderation.impossible')
    if (action.kind === 'suspend') await enable(write, await lockUser(write.tx, subjectId))
    if (action.kind === 'hide') await setHidden({ write, action }, false)
    await write.tx.moderationAction.update({
      where: { id },
      data: { undoneAt: write.now },
      select: { id: true },
    })
    const reopenedReports = await reopen(write.tx, action)
    await withdraw(write, [
      noticeOf('decision', { userId: subjectId, id }),
      ...reopenedReports.map((report) =>
        noticeOf('reportReviewed', { userId: report.reporterId, id: report.id }),
      ),
    ])
    const { reportId, thing, thingId, kind } = action
    await deps.audit.write(write.tx, {
      event: 'moderation.undo',
      actor: viewer.id,
      subject: subjectId,
      detail: { action: id, report: reportId, thing, id: thingId, kind },
    })
    write.emit(topics.moderation(), { type: 'moderation.changed' }, null)
    return { id }
  })
}

type Parties = Pick<Report, 'id' | 'reporterId' | 'subjectId'>
type Acted = { report: Report; action: ReportAction; closed: readonly Parties[] }

/** The subject is not notified of a dismissal. Nobody learns who the moderator is. */
async function notifyOfAction(write: Write, { report, action, closed }: Acted): Promise<void> {
  const { id, subjectId, kind, reason } = action
  await withdraw(write, await noticesOfReports(write.tx, closed))
  const notices = closed.map((each) => noticeOf('reportReviewed', { userId: each.reporterId, id: each.id }))
  const excerptDetail = report.thing === 'account' ? {} : { about: report.excerpt }
  const detail = { action: kind, text: reason, ...excerptDetail }
  if (kind !== 'dismiss')
    notices.push(noticeOf(kind === 'warn' ? 'warning' : 'decision', { userId: subjectId, id }, detail))
  await notify(write, notices)
}

/** Locks in the order of the ids, so that two moderators who decide about each other cannot deadlock. */
async function lockBoth(tx: Tx, viewer: SignedIn, subjectId: number): Promise<void> {
  const lock = {
    moderator: () => lockModerator(tx, viewer),
    subject: () => lockUser(tx, subjectId),
  }
  const order =
    viewer.id < subjectId ? (['moderator', 'subject'] as const) : (['subject', 'moderator'] as const)
  for (const party of order) await lock[party]()
}

/** @throws notFound, also for a report about the viewer */
async function getJudged(tx: Tx, viewer: { id: number }, id: number): Promise<Report> {
  const report = await tx.report.findUnique({ where: { id } })
  if (!report || report.subjectId === viewer.id) throw notFound('moderation.notFound')
  return report
}

async function getAction(tx: Tx, viewer: { id: number }, id: number): Promise<ReportAction> {
  const action = await tx.moderationAction.findUnique({ where: { id } })
  if (!action || !isOfReport(action) || action.subjectId === viewer.id) throw notFound('moderation.notFound')
  return action
}

export async function readState(
  tx: Tx,
  viewer: { id: number },
  { id, thing, thingId, subjectId, isOpen }: Report,
) {
  const current = await readThing(tx, thing, thingId)
  const subject = await tx.user.findUniqueOrThrow({ where: { id: subjectId } })
  const isGoing = await isBeingRemoved({ db: tx }, subjectId)
  const isDisabled = subject.disabledAt !== null || isGoing
  const isViewerAdmin = await isAdmin(tx, viewer)
  const possible = possibleActions({
    thing,
    isOpen: isOpen === true,
    now: current,
    isDisabled,
    isAboveViewer: subject.role === 'admin' && !isViewerAdmin,
  })
  const actionCount = await tx.moderationAction.count({ where: { reportId: id } })
  return { now: current, subject, isViewerAdmin, possible, seen: actionCount }
}

/** Every action also closes reports. */
const effects: Record<ActionKind, (done: Done) => Promise<unknown>> = {
  dismiss: async () => null,
  warn: async () => null,
  hide: (decision) => setHidden(decision, true),
  remove: removeThing,
  // `disabledAt` equals the time of the action, by which the reason is found at sign-in.
  suspend: async ({ write, action }) => disable(write, await lockUser(write.tx, action.subjectId)),
}

async function setHidden({ write, action }: Done, isHidden: boolean): Promise<void> {
  const { thing, thingId, subjectId } = action
  const place = { ownerId: subjectId, id: thingId }
  if (thing === 'review') await setLogHidden(write, place, isHidden)
  else if (thing === 'list') await setListHidden(write, place, isHidden)
  else if (thing === 'comment' && (await write.tx.comment.count({ where: { id: thingId } })) > 0)
    await setCommentHidden(write, await getComment({ db: write.tx }, thingId), isHidden)
}

async function removeThing({ write, action }: Done): Promise<void> {
  const { thing, thingId, subjectId } = action
  const place = { ownerId: subjectId, id: thingId }
  if (thing === 'review') await removeReview(write, place)
  else if (thing === 'list') await deleteList(write, await lockOwnList(write.tx, place))
  else if (thing === 'album') await removeAddedAlbum(write, { ownerId: subjectId, albumId: thingId })
  else await deleteComment(write, await getComment({ db: write.tx }, thingId))
}

/** Hiding or removing a thing closes all reports about it, and a suspension all reports about the user. */
async function close(tx: Tx, { id, thing, thingId }: Report, action: ReportAction): Promise<Parties[]> {
  const { kind, subjectId } = action
  const filter =
    kind === 'suspend' ? { subjectId } : kind === 'hide' || kind === 'remove' ? { thing, thingId } : { id }
  const openReports = await tx.report.findMany({
    where: { ...filter, isOpen: true },
    select: { id: true, reporterId: true, subjectId: true },
  })
  await tx.report.updateMany({
    where: { id: { in: openReports.map((report) => report.id) } },
    data: { isOpen: null, closedAt: action.createdAt, closedById: action.id },
  })
  return openReports
}

/** A report stays closed if the same user has reported the thing again since. */
async function reopen(tx: Tx, action: ReportAction): Promise<Parties[]> {
  const reopenedReports: Parties[] = []
  for (const report of await tx.report.findMany({ where: { closedById: action.id } })) {
    const { id, reporterId, thing, thingId } = report
    const openCount = await tx.report.count({ where: { reporterId, thing, thingId, isOpen: true } })
    if (openCount > 0) continue
    await tx.report.update({
      where: { id },
      data: { isOpen: true, closedAt: null, closedById: null },
      select: { id: true },
    })
    reopenedReports.push(report)
  }
  return reopenedReports
}
