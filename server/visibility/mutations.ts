import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import type {
  changeOlderInput,
  setDefaultVisibilityInput,
  setPrivateInput,
  setSuggestionsInput,
  SuggestionSwitches,
  Visibility,
} from '../../shared/visibility.ts'
import { change, manyRows, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { acceptAll } from '../follows/requests.ts'
import { emitRelationsChanged } from '../follows/rows.ts'
import { writeLevels } from '../lists/write/bulk.ts'
import { setLevelOfLogs } from '../logs/write/bulk.ts'
import { uncountOpinions, writeOpinions } from '../logs/write/opinions.ts'
import { reapplyVisibility } from '../notifications/write/visibility.ts'
import { lockUser } from '../users/lock.ts'
import { writeDefaultVisibility, writePrivacy, writeSuggestionSwitches } from '../users/write/audience.ts'

export async function setDefaultVisibility(
  deps: Pick<Deps, 'db' | 'now'>,
  viewer: Pick<SignedIn, 'id'>,
  { visibility }: z.output<typeof setDefaultVisibilityInput>,
): Promise<{ visibility: Visibility }> {
  await writeDefaultVisibility(deps, viewer.id, visibility)
  return { visibility }
}

/** Returns both switches. */
export async function setSuggestions(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  switches: z.output<typeof setSuggestionsInput>,
): Promise<SuggestionSwitches> {
  return await change(deps, async (write) => {
    const userId = await lockUser(write.tx, viewer.id)
    const current = await writeSuggestionSwitches(write, userId, switches)
    // The viewer's suggestions are computed again after this event (server/suggestions/refresh.ts).
    emitRelationsChanged(write, userId)
    return current
  })
}

/** Emits one event, after which the pages that show the viewer refetch: one event per row would flood them. */
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
      const changed = await writeLevels(write, userId, visibility)
      if (changed > 0) {
        write.emit(topics.people(), { type: 'user.audience', id: viewer.id }, viewer.id)
        await reapplyVisibility(write, { owner: viewer.id })
      }
      return { changed }
    },
    manyRows,
  )
}

/**
 * Idempotent; keeps followers. Making an account public accepts its pending follow requests, except declined ones; `accepted` is
 * their number.
 */
export async function setPrivate(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { isPrivate }: z.output<typeof setPrivateInput>,
): Promise<{ isPrivate: boolean; accepted: number }> {
  return await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const isChanged = await writePrivacy(write, userId, isPrivate)
      if (!isChanged) return { isPrivate, accepted: 0 }
      if (isPrivate) await uncountOpinions(write.tx, userId)
      else await writeOpinions(write.tx, userId, 'all')
      write.emit(topics.people(), { type: 'user.audience', id: viewer.id }, viewer.id)
      const accepted = isPrivate ? 0 : await acceptAll(write, userId)
      await reapplyVisibility(write, { owner: viewer.id })
      return { isPrivate, accepted }
    },
    manyRows,
  )
}
