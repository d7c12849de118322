import { topics } from '../../shared/events.ts'
import type { Emit } from './change.ts'

/**
 * Tells all that these people watch that their rights may be others: a block, a mute or a follow between them and somebody began or
 * ended. Their streams read the rights anew, and their pages fetch again.
 */
export function emitRelationsChanged(emit: Emit, userIds: readonly number[]): void {
  for (const id of userIds) emit(topics.relations(id), { type: 'relations.changed' }, null)
}
