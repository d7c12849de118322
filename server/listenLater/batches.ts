import type { Write } from '../core/change.ts'
import { kysely, run } from '../lib/sql.ts'
import type { Batch, LockedUser } from '../users/lock.ts'
import { emitRenumbered } from './rows.ts'

type Addition = { albumId: number; addedOn: Date; createdAt: Date }

/** Albums that are already in the queue keep their places. */
export async function addToEnd(
  write: Write,
  userId: LockedUser,
  additions: readonly Addition[],
): Promise<void> {
  const last = await write.tx.listenLater.aggregate({ where: { userId }, _max: { position: true } })
  const end = Math.floor(last._max.position ?? 0)
  const items = additions.map((addition, index) => ({ userId, position: end + index + 1, ...addition }))
  await run(write.tx, kysely.insertInto('ListenLater').ignore().values(items))
  emitRenumbered(write, userId)
}

/** If any were deleted, the caller must call `emitRenumbered`. */
export async function removeAdded(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  { albumIds, until }: { albumIds: number[]; until: Date },
): Promise<number> {
  const where = { userId, albumId: { in: albumIds }, createdAt: { lte: until } }
  return (await tx.listenLater.deleteMany({ where })).count
}

export const deleteListenLaterOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(tx, kysely.deleteFrom('ListenLater').where('userId', '=', userId).orderBy('albumId').limit(limit))
