import { sees } from '../../shared/visibility.ts'
import { chosenLevel, levelColumns } from '../access/hiddenLevel.ts'
import type { Write } from '../core/change.ts'
import type { Log } from '../generated/prisma/client.ts'
import { reapplyVisibility } from '../notifications/write/visibility.ts'
import { lockUser } from '../users/lock.ts'
import { writeHeads } from '../users/write/feedHeads.ts'
import { emitLogSaved, emitOwnChange } from './events.ts'
import { writeOpinions } from './opinion.ts'
import { readCarried, writeTags } from './tags.ts'

/**
 * Hides a listening from everyone except its owner, or restores the visibility that the owner has chosen. Updates feeds,
 * opinions, tags and open pages. Returns whether this changed anything.
 */
export async function setLogHidden(
  write: Write,
  { ownerId, id }: { ownerId: number; id: number },
  isHidden: boolean,
): Promise<boolean> {
  const userId = await lockUser(write.tx, ownerId)
  const before = await write.tx.log.findFirst({ where: { id, userId } })
  if (!before || (before.hiddenLevel !== null) === isHidden) return false
  const carried = await readCarried(write.tx, before)
  const columns = levelColumns(chosenLevel(before), isHidden)
  const feedAt = sees('follower', columns.visibility) ? before.enteredAt : null
  const data = { ...columns, feedAt, updatedAt: write.now, version: { increment: 1 } }
  const log: Log = await write.tx.log.update({ where: { id }, data })
  await writeTags(write.tx, { userId, log, before }, { carried, names: undefined })
  await writeOpinions(write.tx, userId, [log.albumId])
  if (feedAt?.getTime() !== before.feedAt?.getTime()) await writeHeads(write.tx, [userId])
  await emitLogSaved(write, log, before)
  await emitOwnChange(write, log)
  await reapplyVisibility(write, { logs: [id] })
  return true
}
