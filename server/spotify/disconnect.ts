import { topics } from '../../shared/events.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { SignedIn } from '../core/trpc.ts'
import { removeImports } from '../logs/imports.ts'
import { lockUser } from '../users/lock.ts'

/**
 * Takes the viewer's connection away: tokens, what was read, the imports that they never touched. Saying it again, or
 * without a connection, changes nothing. A sync that runs finds its right gone and leaves no trace.
 */
export async function disconnect(deps: WriteDeps, viewer: SignedIn): Promise<{ connected: false }> {
  await change(deps, async ({ tx, emit }) => {
    const owner = await lockUser(tx, viewer.id)
    await tx.spotifyAuthorization.deleteMany({ where: { userId: viewer.id } })
    const { count } = await tx.spotifyConnection.deleteMany({ where: { userId: viewer.id } })
    if (count === 0) return
    await removeImports(tx, owner)
    emit(topics.spotify(viewer.id), { type: 'spotify.changed' }, viewer.id)
  })
  return { connected: false }
}
