import { topics } from '../../shared/events.ts'
import type { Write } from '../core/change.ts'
import type { Log } from '../generated/prisma/client.ts'
import { forgetThings } from '../notifications/takeBack.ts'
import type { LockedUser } from '../users/lock.ts'
import { emitLogRemoved, emitOwnChange } from './events.ts'
import { writeHeads } from './head.ts'
import { writeOpinions } from './opinion.ts'
import { dropTags } from './tags.ts'

/** Removes a person's listenings of an album and emits that. */
export async function deleteLogs(
  write: Write,
  place: { userId: LockedUser; albumId: number },
): Promise<void> {
  const logs = await write.tx.log.findMany({ where: place, orderBy: { id: 'asc' } })
  for (const log of logs) await deleteLog(write, place.userId, log)
  if (logs.length === 0) return
  await writeOpinions(write.tx, place.userId, [place.albumId])
  await emitOwnChange(write, place)
}

/** Removes a listening and emits that; what the others come to is for the caller to write. */
export async function deleteLog(write: Write, userId: LockedUser, log: Log): Promise<void> {
  await dropTags(write.tx, userId, log)
  await forgetThings(write, { logs: [log.id] })
  await write.tx.log.delete({ where: { id: log.id }, select: { id: true } })
  if (log.feedAt) await writeHeads(write.tx, [userId])
  // A listening that was never in a feed needs no removal event.
  if (log.feedAt) write.emit(topics.user(userId), { type: 'log.removed', id: log.id }, userId)
  await emitLogRemoved(write, log)
}
