import { topics } from '../../shared/events.ts'
import type { Log } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { forgetThings } from '../notifications/takeBack.ts'
import { emitLogRemoved, emitOwnChange } from './events.ts'
import { writeHeads } from './head.ts'
import { writeOpinions } from './opinion.ts'
import { dropTags } from './tags.ts'

/** Removes a person's listenings of an album and emits that. The person must be locked. */
export async function deleteLogs(
  tx: Tx,
  emit: Emit,
  place: { userId: number; albumId: number },
): Promise<void> {
  const logs = await tx.log.findMany({ where: place, orderBy: { id: 'asc' } })
  for (const log of logs) await deleteLog(tx, emit, log)
  if (logs.length === 0) return
  await writeOpinions(tx, place.userId, [place.albumId])
  await emitOwnChange(tx, emit, place)
}

/** Removes a listening and emits that; what the others come to is for the caller to write. The person must be locked. */
export async function deleteLog(tx: Tx, emit: Emit, log: Log): Promise<void> {
  await dropTags(tx, log)
  await forgetThings(tx, emit, { logs: [log.id] })
  await tx.log.delete({ where: { id: log.id }, select: { id: true } })
  if (log.feedAt) await writeHeads(tx, [log.userId])
  // A listening that was never in a feed needs no removal event.
  if (log.feedAt) emit(topics.user(log.userId), { type: 'log.removed', id: log.id }, log.userId)
  await emitLogRemoved(tx, emit, log)
}
