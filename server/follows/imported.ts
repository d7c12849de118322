import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { holdBoth } from '../users/lock.ts'
import { isBlockBetween } from '../users/other.ts'
import { forgetRequest } from './requests.ts'
import { addFollow, emitRelationsChanged, type Pair } from './rows.ts'

/**
 * Follows somebody for an import: nobody is notified, no limit counts it, and no request is sent to a private account. Gives why the
 * follow was not made; null if it was. To be called before anything else is read in the transaction.
 */
export async function followImported(
  tx: Tx,
  emit: Emit,
  pair: Pair,
  { nickname, now }: { nickname: string; now: Date },
): Promise<'nobody' | 'private' | 'followed' | null> {
  const held = await holdBoth(tx, pair.followerId, pair.followingId)
  const isThere =
    held && held.disabledAt === null && !(await isBlockBetween(tx, pair.followerId, pair.followingId))
  if (!isThere) return 'nobody'
  if (await tx.follow.count({ where: pair })) return 'followed'
  if (held.isPrivate) return 'private'
  if (!(await addFollow(tx, emit, pair, { nickname, now }))) return 'followed'
  await forgetRequest(tx, emit, pair)
  emitRelationsChanged(emit, pair.followerId)
  return null
}
