import type { z } from 'zod'
import { forEver, muteTimes, type muteInput } from '../../shared/people.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { emitRelationsChanged, muteFollow } from '../follows/rows.ts'
import { invalid } from '../lib/errors.ts'
import { silence } from '../notifications/takeBack.ts'
import { lockUser } from '../users/lock.ts'
import { getOther, getSeenOther } from '../users/other.ts'

type Needs = WriteDeps

/**
 * Mutes a user for the viewer, for a limited time or permanently; the muted user is not notified. Returns when the mute ends.
 * @throws notFound; invalid for oneself
 */
export async function mutePerson(
  deps: Needs,
  viewer: Pick<SignedIn, 'id'>,
  { nickname, time }: z.output<typeof muteInput>,
): Promise<{ mutedUntil: string }> {
  const { id: otherId } = await getSeenOther(deps.db, viewer, nickname)
  if (otherId === viewer.id) throw invalid('people.self', 'nickname')
  const now = deps.now()
  const length = muteTimes[time]
  const until = length === null ? new Date(forEver) : new Date(now.getTime() + length)
  await change(deps, async (write) => {
    const user = await lockUser(write.tx, viewer.id)
    await write.tx.$executeRaw`
      INSERT INTO Mute (muterId, mutedId, until, createdAt) VALUES (${viewer.id}, ${otherId}, ${until}, ${now})
      ON DUPLICATE KEY UPDATE until = VALUES(until), createdAt = VALUES(createdAt)`
    await muteFollow(write, user, { followingId: otherId, until })
    emitRelationsChanged(write, viewer.id)
    await silence(write, { by: viewer.id, muted: otherId })
  })
  return { mutedUntil: until.toISOString() }
}

/** Removes a mute. Idempotent. @throws notFound */
export async function unmutePerson(
  deps: Needs,
  viewer: Pick<SignedIn, 'id'>,
  { nickname }: { nickname: string },
): Promise<{ mutedUntil: null }> {
  const { id: otherId } = await getOther(deps.db, viewer, nickname)
  await change(deps, async (write) => {
    const user = await lockUser(write.tx, viewer.id)
    const ended = await write.tx
      .$executeRaw`DELETE FROM Mute WHERE muterId = ${viewer.id} AND mutedId = ${otherId}`
    if (!ended) return
    await muteFollow(write, user, { followingId: otherId, until: null })
    emitRelationsChanged(write, viewer.id)
  })
  return { mutedUntil: null }
}

/** Deletes expired mutes; returns how many. */
export const pruneMutes = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  (await db.mute.deleteMany({ where: { until: { lte: now() } } })).count
