import type { Cursor } from '../../shared/cursor.ts'
import { isNickname } from '../../shared/users.ts'
import { isPersonShownTo, NOBODY } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import { kysely, statement } from '../lib/sql.ts'

// The cursor of a list of users: a timestamp and a nickname, because ids never leave the server.

export const writeUserCursor = ({ createdAt, nickname }: { createdAt: Date; nickname: string }): string =>
  `${createdAt.getTime().toString(36)}.${nickname}`

const idOfKnown = statement(({ nickname, viewerId }: { nickname: string; viewerId: number }) =>
  kysely
    .selectFrom('User as u')
    .select('u.id')
    .where('u.nickname', '=', nickname)
    .where((eb) =>
      eb.or([
        isPersonShownTo(viewerId),
        eb.exists(
          eb
            .selectFrom('Block as b')
            .select('b.blockedId')
            .where('b.blockerId', '=', viewerId)
            .whereRef('b.blockedId', '=', 'u.id'),
        ),
      ]),
    ),
)

/**
 * If the user has a new nickname, only the timestamp is used. The same for users who are hidden from the viewer: a cursor
 * must not tell whether they exist.
 */
export async function readUserCursor(
  { db }: Pick<Deps, 'db'>,
  viewer: { id: number } | null,
  text: string | null | undefined,
): Promise<Cursor | null> {
  const [, at, nickname] = /^([0-9a-z]{1,9})\.(.+)$/.exec(text ?? '') ?? []
  if (!at || !nickname) return null
  const [user] = isNickname(nickname) ? await idOfKnown(db, { nickname, viewerId: viewer?.id ?? NOBODY }) : []
  return { at: new Date(parseInt(at, 36)), id: user?.id ?? 0 }
}
