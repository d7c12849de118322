import { isNickname } from '../../shared/users.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'

/** `isBlocked`: by the viewer. */
export type Other = { id: number; nickname: string; isDisabled: boolean; isBlocked: boolean }

const otherOf = statement(({ nickname, viewerId }: { nickname: string; viewerId: number }) =>
  kysely
    .selectFrom('User as u')
    .leftJoin('Block as own', (join) =>
      join.onRef('own.blockedId', '=', 'u.id').on('own.blockerId', '=', viewerId),
    )
    .leftJoin('Block as theirs', (join) =>
      join.onRef('theirs.blockerId', '=', 'u.id').on('theirs.blockedId', '=', viewerId),
    )
    .select([
      'u.id',
      'u.nickname',
      'u.disabledAt',
      'own.blockedId as ownBlock',
      'theirs.blockerId as theirBlock',
    ])
    .where('u.nickname', '=', nickname),
)

/**
 * Finds disabled users, and users whom the viewer blocked.
 * @throws notFound for an unknown nickname, and for a user who has blocked the viewer
 */
export async function getOther(db: Tx, viewer: Pick<SignedIn, 'id'>, nickname: string): Promise<Other> {
  const [row] = isNickname(nickname) ? await otherOf(db, { nickname, viewerId: viewer.id }) : []
  if (!row || row.theirBlock !== null) throw notFound('users.notFound', 'nickname')
  return {
    id: row.id,
    nickname: row.nickname,
    isDisabled: row.disabledAt !== null,
    isBlocked: row.ownBlock !== null,
  }
}

/** @throws notFound, also for a disabled or blocked user */
export async function getSeenOther(db: Tx, viewer: Pick<SignedIn, 'id'>, nickname: string): Promise<Other> {
  const other = await getOther(db, viewer, nickname)
  if (other.isDisabled || other.isBlocked) throw notFound('users.notFound', 'nickname')
  return other
}

const blocksOf = statement(({ one, other }: { one: number; other: number }) =>
  kysely
    .selectFrom('Block')
    .select(['blockerId', 'blockedId'])
    .where((eb) =>
      eb.or([
        eb.and([eb('blockerId', '=', one), eb('blockedId', '=', other)]),
        eb.and([eb('blockerId', '=', other), eb('blockedId', '=', one)]),
      ]),
    ),
)

/** Call it while both users are locked, so that the result stays valid. */
export const isBlockBetween = async (tx: Tx, one: number, other: number): Promise<boolean> =>
  (await blocksOf(tx, { one, other })).length > 0
