import { topics } from '../../../shared/events.ts'
import type { Write } from '../../core/change.ts'

/** What follows a change of plays, in its transaction. `plays` are those that were added, completed or deleted. */
export async function afterPlays(
  write: Write,
  userId: number,
  plays: readonly { at: Date; albumKey: Uint8Array | null }[],
): Promise<void> {
  if (plays.length > 0) write.emit(topics.plays(userId), { type: 'plays.changed' }, userId)
}
