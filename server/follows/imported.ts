import type { Write } from '../core/change.ts'
import { holdBoth } from '../users/lock.ts'
import { isBlockBetween } from '../users/other.ts'
import { deleteRequest } from './requests.ts'
import { addFollow, emitRelationsChanged, type Pair } from './rows.ts'

/**
 * Notifies nobody, counts in no limit, and sends no request to a private account. Returns why there is no new follow. Must be
 * called before anything else is read in the transaction.
 */
export async function followImported(
  write: Write,
  pair: Pair,
  nickname: string,
): Promise<'nobody' | 'private' | 'followed' | null> {
  const target = await holdBoth(write.tx, pair)
  const isAvailable =
    target &&
    target.disabledAt === null &&
    !(await isBlockBetween(write.tx, pair.followerId, pair.followingId))
  if (!isAvailable) return 'nobody'
  if (await write.tx.follow.count({ where: pair })) return 'followed'
  if (target.isPrivate) return 'private'
  if (!(await addFollow(write, target.pair, nickname))) return 'followed'
  await deleteRequest(write, pair)
  emitRelationsChanged(write, pair.followerId)
  return null
}
