import { topics } from '../../shared/events.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Write } from '../core/change.ts'
import { Prisma, type Log } from '../generated/prisma/client.ts'
import { kysely, rows } from '../lib/sql.ts'
import { deleteNotificationsAbout } from '../notifications/write/withdraw.ts'
import type { Batch, LockedUser } from '../users/lock.ts'
import { writeHeads } from '../users/write/feedHeads.ts'
import { emitLogRemoved, emitOwnChange } from './events.ts'
import { writeOpinions } from './opinion.ts'
import { dropTags } from './tags.ts'

/** Deletes a user's listenings of an album and emits this. */
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

/** Deletes a listening and emits this. The caller must recompute the opinion from the remaining listenings. */
export async function deleteLog(write: Write, userId: LockedUser, log: Log): Promise<void> {
  await dropTags(write.tx, userId, log)
  await deleteNotificationsAbout(write, { logs: [log.id] })
  await write.tx.log.delete({ where: { id: log.id }, select: { id: true } })
  if (log.feedAt) await writeHeads(write.tx, [userId])
  // A listening that was never in a feed needs no removal event.
  if (log.feedAt) write.emit(topics.user(userId), { type: 'log.removed', id: log.id }, userId)
  await emitLogRemoved(write, log)
}

/**
 * Deletes a batch of the listenings of a user who is being removed; returns its size. Later steps of the removal delete
 * the rows that depend on them.
 */
export async function deleteLogsOf(write: Write, { userId, limit }: Batch): Promise<number> {
  const found = await rows(
    write.tx,
    kysely
      .selectFrom('Log as l')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['l.id', 'a.key', 'l.reviewedAt'])
      .where('l.userId', '=', userId)
      .orderBy('l.id')
      .limit(limit),
  )
  await deleteNotificationsAbout(write, { logs: found.map(({ id }) => id) })
  // No actor, so that the event outlives the user, and no audience: it carries only an id.
  for (const { id, key, reviewedAt } of found)
    if (reviewedAt) write.emit(topicOfKey(key), { type: 'review.removed', id }, null)
  if (found.length === 0) return 0
  return await write.tx.$executeRaw`DELETE FROM Log WHERE id IN (${Prisma.join(found.map(({ id }) => id))})`
}
