import { topics } from '../../shared/events.ts'
import { change, manyRows, type WriteDeps } from '../core/change.ts'
import type { SignedIn } from '../core/trpc.ts'
import { deleteSynced } from '../logs/write/bulk.ts'
import { lockUser } from '../users/lock.ts'
import { stopSync } from './sync.ts'

/**
 * Deletes the tokens, the summary, and imported listenings that the viewer never edited. Idempotent. A running sync notices that
 * it was revoked, and writes nothing.
 */
export async function disconnect(deps: WriteDeps, viewer: SignedIn): Promise<{ connected: false }> {
  await change(
    deps,
    async (write) => {
      const { tx, emit } = write
      const owner = await lockUser(tx, viewer.id)
      await tx.spotifyAuthorization.deleteMany({ where: { userId: viewer.id } })
      const { count } = await tx.spotifyConnection.deleteMany({ where: { userId: viewer.id } })
      if (count === 0) return
      await stopSync(tx, owner)
      await deleteSynced(write, owner)
      emit(topics.spotify(viewer.id), { type: 'spotify.changed' }, viewer.id)
    },
    manyRows,
  )
  return { connected: false }
}
