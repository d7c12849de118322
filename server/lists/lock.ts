import { chosenLevel } from '../hidden.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { lockPerson } from '../users/lock.ts'
import type { ListFields } from './merge.ts'

/** A person's list, held until the transaction's end. */
export const lockedList = statement(({ id, ownerId }: { id: number; ownerId: number }) =>
  kysely
    .selectFrom('List')
    .select(['version', 'name', 'description', 'ranked', 'visibility', 'hiddenLevel'])
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .forUpdate(),
)

/**
 * Locks the viewer, then their list: their changes happen one after another, and so do the events. Gives the level that they
 * have chosen, and whether a moderator hides it.
 * @throws notFound when they have no such list
 */
export async function lockOwnList(tx: Tx, viewer: { id: number }, id: number) {
  await lockPerson(tx, viewer.id)
  const [list] = await lockedList(tx, { id, ownerId: viewer.id })
  if (!list) throw notFound('lists.notFound')
  return { ...list, visibility: chosenLevel(list), isHidden: list.hiddenLevel !== null }
}

/** What an edit can change of a list beside its albums. */
export const fieldsOf = ({ name, description, ranked, visibility }: ListFields): ListFields => ({
  name,
  description,
  ranked,
  visibility,
})
