import type { ActionKind, ActionRow } from '../../shared/moderation.ts'
import type { ReportedThing } from '../../shared/moderationKinds.ts'
import { canBeUndone } from '../catalog/merges.ts'
import type { ModerationAction, User } from '../generated/prisma/client.ts'
import type { Found } from './snapshot.ts'

type State = {
  thing: ReportedThing
  isOpen: boolean
  now: Pick<Found, 'hidden' | 'isUsed'> | null
  isDisabled: boolean
  /** the subject is an administrator, and the viewer is not */
  isAboveViewer: boolean
}

export function possibleActions({
  thing,
  isOpen,
  now: current,
  isDisabled,
  isAboveViewer,
}: State): ActionKind[] {
  const isThing = thing !== 'account' && current !== null
  return [
    ...(isOpen ? ['dismiss' as const] : []),
    ...(isAboveViewer ? [] : ['warn' as const]),
    ...(isThing && !current.hidden && thing !== 'album' ? ['hide' as const] : []),
    ...(isThing && !current.isUsed ? ['remove' as const] : []),
    ...(isDisabled || isAboveViewer ? [] : ['suspend' as const]),
  ]
}

/** An action in a report. Changes of albums are in none. */
export type ReportAction = ModerationAction & {
  kind: ActionKind
  reportId: number
  subjectId: number
  thing: ReportedThing
  thingId: number
}

export const isOfReport = (action: ModerationAction): action is ReportAction => action.reportId !== null

type Decided = Pick<ModerationAction, 'kind' | 'undoneAt' | 'createdAt' | 'subjectId'>
type Circumstances = {
  viewerId: number
  disabledAt: Date | null
  /** the subject is an administrator, and the viewer is not */
  isAboveViewer: boolean
  now: Date
}

type Subject = Pick<User, 'role' | 'disabledAt'>
type Eyes = { viewer: { id: number }; isViewerAdmin: boolean; subject: Subject | undefined; now: Date }

export const circumstancesOf = ({ viewer, isViewerAdmin, subject, now }: Eyes): Circumstances => ({
  viewerId: viewer.id,
  disabledAt: subject?.disabledAt ?? null,
  isAboveViewer: subject?.role === 'admin' && !isViewerAdmin,
  now,
})

/**
 * Warnings and removals cannot be undone, a suspension only while it is the reason why the account is disabled, a merge of albums
 * for 30 days. Nobody can undo an action against themselves, and only an administrator one against the account of an administrator.
 */
export function canUndo(
  { kind, undoneAt, createdAt, subjectId }: Decided,
  { viewerId, disabledAt, isAboveViewer, now }: Circumstances,
): boolean {
  if (undoneAt || subjectId === viewerId) return false
  if (kind === 'merge') return canBeUndone(createdAt, now)
  if (kind === 'suspend') return !isAboveViewer && disabledAt?.getTime() === createdAt.getTime()
  return kind === 'dismiss' || kind === 'hide'
}

export const actionView = (
  action: ReportAction,
  names: (id: number) => string,
  circumstances: Circumstances,
): ActionRow => ({
  id: action.id,
  kind: action.kind,
  thing: action.thing,
  reason: action.reason,
  moderator: names(action.moderatorId),
  createdAt: action.createdAt.toISOString(),
  undoneAt: action.undoneAt && action.undoneAt.toISOString(),
  canUndo: canUndo(action, circumstances),
})
