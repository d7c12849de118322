import type { z } from 'zod'
import { limits } from '../../shared/limits.ts'
import type { ModerationTrail, trailInput } from '../../shared/moderation.ts'
import { reportedKinds } from '../../shared/moderationKinds.ts'
import { moderation } from '../../shared/texts/default/moderation.ts'
import { readNames } from '../account/deletedNames.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { pageOf } from '../lib/keyset.ts'
import { isAdmin } from '../users/roles.ts'
import { readEdits } from './albumEdits.ts'
import { canUndo, circumstancesOf } from './decisions.ts'

/** Decisions about accounts and things, never sign-ins or addresses. */
const events = Object.keys(moderation.events)

const albumNames = { artist: true, name: true } as const

type Detail = { action?: number; report?: number; thing?: string }

type Reader = { viewer: SignedIn; isViewerAdmin: boolean }

/** Leaves out decisions about the viewer, unless they are an administrator, who reads the operator's whole trail anyway. */
function readEntries(db: Tx, { viewer, isViewerAdmin }: Reader, cursor: string | null | undefined) {
  const beforeId = /^\d{1,19}$/.test(cursor ?? '') ? BigInt(cursor!) : null
  return db.auditEntry.findMany({
    where: {
      event: { in: events },
      ...(beforeId !== null && { id: { lt: beforeId } }),
      ...(!isViewerAdmin && { OR: [{ subjectId: null }, { subjectId: { not: viewer.id } }] }),
    },
    orderBy: { id: 'desc' },
    take: limits.reportsPage + 1,
  })
}

const readActions = (db: Tx, ids: number[]) =>
  db.moderationAction.findMany({
    where: { id: { in: ids } },
    include: { albumMerge: { select: { from: { select: albumNames }, into: { select: albumNames } } } },
  })

/** Returns what decides whether the viewer can undo an action against a person. */
async function readCircumstances({ db, now }: Pick<Deps, 'db' | 'now'>, reader: Reader, ids: number[]) {
  const people = await db.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, disabledAt: true, role: true },
  })
  const subjectOf = new Map(people.map((person) => [person.id, person]))
  return (id: number | null) => circumstancesOf({ ...reader, subject: subjectOf.get(id ?? 0), now: now() })
}

/** Entries stay readable after their subjects are deleted. */
export async function listTrail(
  deps: Pick<Deps, 'db' | 'seal' | 'now'>,
  viewer: SignedIn,
  { cursor }: z.output<typeof trailInput>,
): Promise<ModerationTrail> {
  const { db } = deps
  const reader = { viewer, isViewerAdmin: await isAdmin(db, viewer) }
  const entries = await readEntries(db, reader, cursor)
  const { page, next } = pageOf(entries, limits.reportsPage, ({ id }) => String(id))
  const lines = page.map((entry) => ({ ...entry, about: JSON.parse(entry.detail ?? '{}') as Detail }))
  const subjects = lines.flatMap(({ subjectId }) => subjectId ?? [])
  const actionIds = lines.flatMap(({ about }) => about.action ?? [])
  const [namesOf, actions, reports, circumstances, edits] = await Promise.all([
    readNames(deps, [...subjects, ...lines.flatMap(({ actorId }) => actorId ?? [])]),
    readActions(db, actionIds),
    db.report.findMany({
      where: {
        id: { in: lines.flatMap(({ about }) => about.report ?? []) },
        subjectId: { not: viewer.id },
      },
      select: { id: true },
    }),
    readCircumstances(deps, reader, subjects),
    readEdits(db, actionIds, deps.now()),
  ])
  const actionOf = new Map(actions.map((action) => [action.id, action]))
  const visibleReportIds = new Set(reports.map(({ id }) => id))
  return {
    items: lines.map(({ id, createdAt, event, actorId, subjectId, about }) => {
      const action = about.action === undefined ? undefined : actionOf.get(about.action)
      const edit = event === 'moderation.editAlbum' ? edits.get(about.action ?? 0) : undefined
      return {
        id: String(id),
        at: createdAt.toISOString(),
        event,
        actor: actorId === null ? null : namesOf(actorId),
        subject: subjectId === null ? null : namesOf(subjectId),
        thing: reportedKinds.find((kind) => kind === about.thing) ?? null,
        reason: event === 'moderation.undo' ? null : action?.reason || null,
        report: about.report !== undefined && visibleReportIds.has(about.report) ? about.report : null,
        action: action?.id ?? null,
        ...(action?.albumMerge && { albums: action.albumMerge }),
        // The entry of an action has an 'Undo'; the entry of an undo has none.
        canUndo:
          edit?.canUndo ??
          (event !== 'moderation.undo' &&
            action !== undefined &&
            (event !== 'moderation.merge' || action.albumMerge !== null) &&
            canUndo(action, circumstances(subjectId))),
        edit: edit ? { album: edit.album, before: edit.before, after: edit.after } : null,
      }
    }),
    next,
  }
}
