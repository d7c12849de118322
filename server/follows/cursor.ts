import type { Cursor } from '../../shared/cursor.ts'
import type { Deps } from '../core/deps.ts'
import { findPerson } from '../users/queries.ts'

// The cursor of a list of users: a timestamp and a nickname, because ids never leave the server.

export const writeUserCursor = ({ createdAt, nickname }: { createdAt: Date; nickname: string }): string =>
  `${createdAt.getTime().toString(36)}.${nickname}`

/** If the user has a new nickname, only the timestamp is used. */
export async function readUserCursor(
  { db }: Pick<Deps, 'db'>,
  text: string | null | undefined,
): Promise<Cursor | null> {
  const [, at, nickname] = /^([0-9a-z]{1,9})\.(.+)$/.exec(text ?? '') ?? []
  if (!at || !nickname) return null
  const person = await findPerson({ db }, nickname)
  return { at: new Date(parseInt(at, 36)), id: person?.id ?? 0 }
}
