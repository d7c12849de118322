import { topics } from '../../../shared/events.ts'
import type { Write } from '../../core/change.ts'
import { promptsSince, requestCheck } from '../prompts/checks.ts'

/** Runs everything that follows a change of plays, in its transaction. `plays` are those that were added, completed or deleted. */
export async function afterPlays(
  write: Write,
  userId: number,
  plays: readonly { at: Date; albumKey: Uint8Array | null }[],
): Promise<void> {
  if (plays.length === 0) return
  write.emit(topics.plays(userId), { type: 'plays.changed' }, userId)
  const since = promptsSince(write.now)
  const times = plays.flatMap(({ at, albumKey }) => (albumKey !== null && at >= since ? at.getTime() : []))
  if (times.length > 0)
    await requestCheck(write.tx, userId, new Date(times.reduce((one, other) => Math.min(one, other))))
}
