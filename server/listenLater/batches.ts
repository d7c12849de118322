import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Batch, LockedUser } from '../users/lock.ts'
import { emitRenumbered } from './rows.ts'

type Addition = { albumId: number; addedOn: Date; createdAt: Date }

/** Adds albums at the end of a user's list, in this order. Those that are in it already stay where they are. */
export async function addToEnd(
  write: Write,
  userId: LockedUser,
  additions: readonly Addition[],
): Promise<void> {
  const last = await write.tx.listenLater.aggregate({ where: { userId }, _max: { position: true } })
  const end = Math.floor(last._max.position ?? 0)
  const values = additions.map(
    ({ albumId, addedOn, createdAt }, index) =>
      Prisma.sql`(${userId}, ${albumId}, ${end + index + 1}, ${addedOn}, ${createdAt})`,
  )
  await write.tx.$executeRaw`
    INSERT IGNORE INTO ListenLater (userId, albumId, position, addedOn, createdAt) VALUES ${Prisma.join(values)}`
  emitRenumbered(write, userId)
}

/**
 * Removes albums that a user added until a moment; returns how many. The caller calls `emitRenumbered` if there were any.
 */
export async function removeAdded(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  { albumIds, until }: { albumIds: number[]; until: Date },
): Promise<number> {
  const where = { userId, albumId: { in: albumIds }, createdAt: { lte: until } }
  return (await tx.listenLater.deleteMany({ where })).count
}

/** Deletes a batch of the list of a user who is being removed; returns its size. */
export const deleteListenLaterOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  tx.$executeRaw`DELETE FROM ListenLater WHERE userId = ${userId} ORDER BY albumId LIMIT ${limit}`
