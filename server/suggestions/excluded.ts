import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'

const excludedBy = statement(({ userIds }: { userIds: number[] }) =>
  kysely
    .selectFrom('Follow')
    .select(['followerId as userId', 'followingId as otherId'])
    .where('followerId', 'in', userIds)
    .unionAll(
      kysely
        .selectFrom('Block')
        .select(['blockerId as userId', 'blockedId as otherId'])
        .where('blockerId', 'in', userIds),
    )
    .unionAll(
      kysely
        .selectFrom('Block')
        .select(['blockedId as userId', 'blockerId as otherId'])
        .where('blockedId', 'in', userIds),
    )
    .unionAll(
      kysely
        .selectFrom('Mute')
        .select(['muterId as userId', 'mutedId as otherId'])
        .where('muterId', 'in', userIds),
    ),
)

/**
 * Whom these users need not be told of: whom they follow, block or mute, and who blocks them. Others are only left out when the
 * suggestions are read.
 */
export async function readExcluded(
  db: Tx,
  userIds: readonly number[],
): Promise<(userId: number) => ReadonlySet<number>> {
  const excluded = new Map<number, Set<number>>()
  for (const { userId, otherId } of await excludedBy(db, { userIds: padded(userIds) })) {
    const others = excluded.get(userId)
    if (others) others.add(otherId)
    else excluded.set(userId, new Set([otherId]))
  }
  return (userId) => excluded.get(userId) ?? new Set()
}
