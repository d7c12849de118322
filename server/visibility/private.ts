import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import type { setPrivateInput } from '../../shared/visibility.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { SignedIn } from '../core/trpc.ts'
import { acceptAll } from '../follows/requests.ts'
import { uncountOpinions, writeAllOpinions } from '../logs/write/opinions.ts'
import { reapplyVisibility } from '../notifications/takeBack.ts'
import { lockUser } from '../users/lock.ts'
import { writePrivacy } from '../users/write/audience.ts'

/** transaction timeout for a hundred thousand rows and a thousand requests, in milliseconds */
const LONG = 60_000

/**
 * Makes the viewer's account private or public. Idempotent. Followers are kept. Making an account public accepts its pending
 * follow requests, except declined ones; `accepted` is their number.
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
      else await writeAllOpinions(write.tx, userId)
      write.emit(topics.people(), { type: 'user.audience', id: viewer.id }, viewer.id)
      await reapplyVisibility(write, { owner: viewer.id })
      const accepted = isPrivate ? 0 : await acceptAll(write, userId)
      return { isPrivate, accepted }
    },
    { timeout: LONG },
  )
}
