import { topics } from '../../../shared/events.ts'
import type { Write } from '../../core/change.ts'
import { promptsSince, requestChecks } from '../prompts/checks.ts'

type Changed = { userId: number; at: Date; albumKey: Uint8Array | null }

/** Runs everything that follows a change of plays, in its transaction. `plays` are those that were added, completed or deleted. */
export async function afterPlays(write: Write, plays: readonly Changed[]): Promise<void> {
  for (const userId of new Set(plays.map((play) => play.userId)))
    write.emit(topics.plays(userId), { type: 'plays.changed' }, userId)
  const since = promptsSince(write.now)
  const first = new Map<number, Date>()
  for (const { userId, at, albumKey } of plays) {
    const known = first.get(userId)
    if (albumKey !== null && at >= since && (!known || at < known)) first.set(userId, at)
  }
  await requestChecks(write.tx, first)
}
