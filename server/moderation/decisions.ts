import type { ActionKind, ActionRow } from '../../shared/moderation.ts'
import type { ReportedThing } from '../../shared/moderationKinds.ts'
import type { ModerationAction } from '../generated/prisma/client.ts'
import type { Found } from './snapshot.ts'

/** State that determines the possible actions of a report. */
type State = { thing: ReportedThing; isOpen: boolean; now: Pick<Found, 'hidden'> | null; isDisabled: boolean }

/** Lists the currently possible actions of a report, in the order of the buttons. */
export function possibleActions({ thing, isOpen, now: current, isDisabled }: State): ActionKind[] {
  const isThing = thing !== 'account' && current !== null
  return [
    ...(isOpen ? ['dismiss' as const] : []),
    'warn',
    ...(isThing && !current.hidden ? ['hide' as const] : []),
    ...(isThing ? ['remove' as const] : []),
    ...(isDisabled ? [] : ['suspend' as const]),
  ]
}

type Decided = Pick<ModerationAction, 'kind' | 'undoneAt' | 'createdAt' | 'subjectId'>

/**
 * Returns true if an action can be undone. Warnings and removals cannot. A suspension can only be undone while it is the reason
 * why the account is disabled. Nobody can undo an action against themselves.
 */
export function canUndo(
  { kind, undoneAt, createdAt, subjectId }: Decided,
  { viewerId, disabledAt }: { viewerId: number; disabledAt: Date | null },
): boolean {
  if (undoneAt || subjectId === viewerId) return false
  if (kind === 'suspend') return disabledAt?.getTime() === createdAt.getTime()
  return kind === 'dismiss' || kind === 'hide'
}

/** An action as moderators see it. */
export const actionView = (
  action: ModerationAction,
  names: (id: number) => string,
  viewer: { viewerId: number; disabledAt: Date | null },
): ActionRow => ({
  id: action.id,
  kind: action.kind,
  thing: action.thing,
  reason: action.reason,
  moderator: names(action.moderatorId),
  createdAt: action.createdAt.toISOString(),
  undoneAt: action.undoneAt && action.undoneAt.toISOString(),
  canUndo: canUndo(action, viewer),
})
