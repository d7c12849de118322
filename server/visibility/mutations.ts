import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import type { changeOlderInput, setDefaultVisibilityInput, Visibility } from '../../shared/visibility.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { changeLevelOfLists } from '../lists/level.ts'
import { setLevelOfLogs } from '../logs/write/bulk.ts'
import { reapplyVisibility } from '../notifications/takeBack.ts'
import { lockUser } from '../users/lock.ts'
import { writeDefaultVisibility } from '../users/write/audience.ts'

/** transaction timeout for a hundred thousand rows, in milliseconds */
const LONG = 60_000

/** Sets the visibility of new things for which the viewer chooses no other. */
export async function setDefaultVisibility(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: Pick<SignedIn, 'id'>,
  { visibility }: z.output<typeof setDefaultVisibilityInput>,
): Promise<{ visibility: Visibility }> {
  await writeDefaultVisibility(deps, viewer.id, visibility)
  return { visibility }
}

/**
 * Sets the visibility of all listenings or all lists of the viewer at once; returns how many changed. A single event makes the
 * pages that show the viewer refetch: one event per row would flood them.
 */
export async function changeOlder(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { things, visibility }: z.output<typeof changeOlderInput>,
): Promise<{ changed: number }> {
  return await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      if (things === 'logs') return { changed: await setLevelOfLogs(write, userId, visibility) }
      const changed = await changeLevelOfLists(write, userId, visibility)
      if (changed > 0) {
        write.emit(topics.people(), { type: 'user.audience', id: viewer.id }, viewer.id)
        await reapplyVisibility(write, { owner: viewer.id })
      }
      return { changed }
    },
    { timeout: LONG },
  )
}
