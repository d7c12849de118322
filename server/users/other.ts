import { isNickname } from '../../shared/users.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'

/** Somebody whom a viewer does something to; `isBlocked`: by the viewer. */
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
 * The person behind a nickname, a disabled one too, and one whom the viewer has blocked.
 * @throws notFound for an unknown nickname, and for a person who has blocked the viewer
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

/** The same for somebody whom the viewer may see. @throws notFound, for a disabled and a blocked person as well */
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

/** Whether either of two people has blocked the other. Read it while both are held or locked, so that it stays so. */
export const isBlockBetween = async (tx: Tx, one: number, other: number): Promise<boolean> =>
  (await blocksOf(tx, { one, other })).length > 0
