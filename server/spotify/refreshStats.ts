import { topics } from '../../shared/events.ts'
import type { SpotifyStats } from '../../shared/spotify.ts'
import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { keyOf, spotifyCalls } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { unavailable } from '../lib/errors.ts'
import { kysely, run } from '../lib/sql.ts'
import { lockUser } from '../users/lock.ts'
import { getSpotify, notConnected, toUserError } from './failures.ts'
import { readFigures, type Library } from './library.ts'
import { afterSummary, readSummary, writeSummary } from './summary.ts'
import { getFor } from './tokens.ts'
import { statsView } from './view.ts'

const PATIENCE = 20_000

/**
 * Listenings are not changed.
 * @throws notFound without a connection; conflict if it has expired; tooMany; unavailable, without any change
 */
export async function refreshStats(deps: Deps, viewer: SignedIn): Promise<SpotifyStats> {
  getSpotify(deps)
  await deps.limit(spotifyCalls).take(keyOf(viewer))
  const { person, summary } = await readNow(deps, viewer)
  return await change(deps, async ({ tx, emit }) => {
    await lockUser(tx, viewer.id)
    // The connection can have been replaced in the meantime.
    const where = { userId: viewer.id, spotifyId: person.linkId }
    const previous = await tx.spotifyConnection.findUnique({ where, select: { summary: true } })
    if (!previous) throw notConnected()
    const json = writeSummary(afterSummary(summary, readSummary(previous.summary)))
    await run(
      tx,
      kysely.updateTable('SpotifyConnection').set({ summary: json }).where('userId', '=', viewer.id),
    )
    emit(topics.spotify(viewer.id), { type: 'spotify.changed' }, viewer.id)
    return statsView({ summary: json }, true)
  })
}

async function readNow(deps: Deps, viewer: SignedIn): Promise<Pick<Library, 'person' | 'summary'>> {
  try {
    return await readFigures(getFor(deps, viewer.id, AbortSignal.timeout(PATIENCE)), deps.now())
  } catch (error) {
    throw toUserError(error, deps.now()) ?? unavailable('spotify.refreshFailed', error)
  }
}
