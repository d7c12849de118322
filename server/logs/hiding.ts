import { sees } from '../../shared/visibility.ts'
import type { Log } from '../generated/prisma/client.ts'
import { chosenLevel, levelColumns } from '../hidden.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { reapplyVisibility } from '../notifications/takeBack.ts'
import { lockPerson } from '../users/lock.ts'
import { emitLogSaved, emitOwnChange } from './events.ts'
import { writeHeads } from './head.ts'
import { writeOpinions } from './opinion.ts'
import { readCarried, writeTags } from './tags.ts'

/**
 * Hides a listening from all but its owner, or shows it again with the level that the owner has chosen; says whether that
 * changed anything. Pages, feeds, opinions and tags follow.
 */
export async function setLogHidden(
  tx: Tx,
  emit: Emit,
  { ownerId, id }: { ownerId: number; id: number },
  isHidden: boolean,
  now: Date,
): Promise<boolean> {
  await lockPerson(tx, ownerId)
  const before = await tx.log.findFirst({ where: { id, userId: ownerId } })
  if (!before || (before.hiddenLevel !== null) === isHidden) return false
  const carried = await readCarried(tx, before)
  const columns = levelColumns(chosenLevel(before), isHidden)
  const feedAt = sees('follower', columns.visibility) ? before.enteredAt : null
  const data = { ...columns, feedAt, updatedAt: now, version: { increment: 1 } }
  const log: Log = await tx.log.update({ where: { id }, data })
  await writeTags(tx, log, before, { carried, names: undefined })
  await writeOpinions(tx, ownerId, [log.albumId])
  if (feedAt?.getTime() !== before.feedAt?.getTime()) await writeHeads(tx, [ownerId])
  await emitLogSaved(tx, emit, log, before)
  await emitOwnChange(tx, emit, log)
  await reapplyVisibility(tx, emit, { logs: [id] })
  return true
}
