import type { Counters } from './lib/eventLog.ts'
import { Prisma } from './generated/prisma/client.ts'
import type { Tx } from './lib/db.ts'

/** How many people like each of these reviews; who is not in the answer has no likes. */
export async function countReviewLikes(db: Pick<Tx, '$queryRaw'>, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<{ logId: number; likes: bigint }[]>`
    SELECT logId, COUNT(*) AS likes FROM ReviewLike WHERE logId IN (${Prisma.join([...ids])}) GROUP BY logId`
  return new Map(rows.map(({ logId, likes }) => [logId, Number(likes)]))
}

/** The events that carry a count: it is taken when they get their number (docs/decisions, counted events). */
export const counters: Counters = {
  'review.liked': {
    of: ({ id }) => id,
    count: countReviewLikes,
    put: (payload, likeCount) => ({ ...payload, likeCount }),
  },
  'review.saved': {
    of: ({ review }) => review.id,
    count: countReviewLikes,
    put: ({ review }, likeCount) => ({ review: { ...review, likeCount } }),
  },
}
