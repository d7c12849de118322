import type { z } from 'zod'
import { forEver, type muteInput, type MuteTime } from '../../shared/people.ts'
import { change, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { emitRelationsChanged, muteFollow } from '../follows/rows.ts'
import { invalid } from '../lib/errors.ts'
import { insertRows } from '../lib/sql.ts'
import { withdrawFrom } from '../notifications/write/withdraw.ts'
import { lockUser } from '../users/lock.ts'
import { getOther, getSeenOther } from '../users/other.ts'

const HOUR = 60 * 60 * 1_000
/** In milliseconds; null is unlimited. */
const durations: Record<MuteTime, number | null> = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  ever: null,
}

/** The muted user is not notified. Returns when the mute ends. @throws notFound; invalid for oneself */
export async function mutePerson(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { nickname, time }: z.output<typeof muteInput>,
): Promise<{ mutedUntil: string }> {
  const { id: otherId } = await getSeenOther(deps.db, viewer, nickname)
  if (otherId === viewer.id) throw invalid('people.self', 'nickname')
  const now = deps.now()
  const duration = durations[time]
  const until = duration === null ? new Date(forEver) : new Date(now.getTime() + duration)
  await change(deps, async (write) => {
    const user = await lockUser(write.tx, viewer.id)
    await insertRows(write.tx, 'Mute', [{ muterId: viewer.id, mutedId: otherId, until, createdAt: now }], {
      orUpdate: ['until', 'createdAt'],
    })
    await muteFollow(write, user, { followingId: otherId, until })
    emitRelationsChanged(write, viewer.id)
    await withdrawFrom(write, { userId: viewer.id, actorId: otherId })
  })
  return { mutedUntil: until.toISOString() }
}

export async function unmutePerson(
  deps: WriteDeps,
  viewer: Pick<SignedIn, 'id'>,
  { nickname }: { nickname: string },
): Promise<{ mutedUntil: null }> {
  const { id: otherId } = await getOther(deps.db, viewer, nickname)
  await change(deps, async (write) => {
    const user = await lockUser(write.tx, viewer.id)
    const { count } = await write.tx.mute.deleteMany({ where: { muterId: viewer.id, mutedId: otherId } })
    if (count === 0) return
    await muteFollow(write, user, { followingId: otherId, until: null })
    emitRelationsChanged(write, viewer.id)
  })
  return { mutedUntil: null }
}

export const deleteExpiredMutes = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> =>
  (await db.mute.deleteMany({ where: { until: { lte: now() } } })).count
