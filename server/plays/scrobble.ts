import { noteProblem } from '../scrobbling/rows.ts'
import type { Scrobbler } from './credentials.ts'
import { keptSince, recordPlays, type Origin, type ReportedPlay } from './write/record.ts'

/** Stores plays that a player sent. */
export async function scrobble(
  deps: Parameters<typeof recordPlays>[0],
  { id }: Scrobbler,
  plays: readonly ReportedPlay[],
  origin: Origin,
): Promise<void> {
  await recordPlays(deps, id, plays, origin)
  const since = keptSince(deps.now())
  if (plays.some(({ at }) => at <= since)) await noteProblem(deps.db, id, 'tooOld')
}
