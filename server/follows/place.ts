import type { Cursor } from '../../shared/cursor.ts'
import type { Deps } from '../core/deps.ts'
import { findPerson } from '../users/queries.ts'

// The cursor of a list of people: a moment, and whose it was, by nickname, because an id never leaves.

/** Writes the cursor of the page after a row. */
export const writePlace = ({ createdAt, nickname }: { createdAt: Date; nickname: string }): string =>
  `${createdAt.getTime().toString(36)}.${nickname}`

/**
 * The place behind a cursor. Of somebody who has another name by now the moment alone is left. Null for a text that is none
 * of ours.
 */
export async function readPlace(
  { db }: Pick<Deps, 'db'>,
  text: string | null | undefined,
): Promise<Cursor | null> {
  const [, at, nickname] = /^([0-9a-z]{1,9})\.(.+)$/.exec(text ?? '') ?? []
  if (!at || !nickname) return null
  const person = await findPerson({ db }, nickname)
  return { at: new Date(parseInt(at, 36)), id: person?.id ?? 0 }
}
