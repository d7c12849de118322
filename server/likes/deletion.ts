import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { kysely, rows } from '../lib/sql.ts'
import type { Batch } from '../users/lock.ts'
import { reviewLiked } from './events.ts'

/** Deletes a batch of the likes of reviews of a user who is being removed; returns its size. */
export async function deleteReviewLikesOf({ tx, emit }: Write, { userId, limit }: Batch): Promise<number> {
  const found = await rows(
    tx,
    kysely
      .selectFrom('ReviewLike as k')
      .innerJoin('Log as l', 'l.id', 'k.logId')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(['l.id', 'a.key', 'l.userId as ownerId', 'l.visibility as level'])
      .where('k.userId', '=', userId)
      .orderBy('k.logId')
      .limit(limit),
  )
  for (const review of found) {
    const { topic, event, audience } = reviewLiked(review)
    emit(topic, event, null, audience)
  }
  if (found.length === 0) return 0
  const ids = Prisma.join(found.map(({ id }) => id))
  return await tx.$executeRaw`DELETE FROM ReviewLike WHERE userId = ${userId} AND logId IN (${ids})`
}
