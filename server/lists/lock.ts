import { chosenLevel } from '../access/hiddenLevel.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import type { ListFields } from './merge.ts'

declare const locked: unique symbol
/** The id of a list whose row this transaction holds until it ends. */
export type LockedList = number & { readonly [locked]: 'list' }

const lockedList = statement(({ id, ownerId }: { id: number; ownerId: number }) =>
  kysely
    .selectFrom('List')
    .select(['version', 'name', 'description', 'ranked', 'visibility', 'hiddenLevel'])
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .forUpdate(),
)

/** A list that this transaction has made: nobody else sees it yet. */
export const madeList = (id: number) => id as LockedList

/** Locks a user's list, for the one who holds the user; null when they have no such list. */
export async function lockList(tx: Tx, ownerId: LockedUser, id: number) {
  const [list] = await lockedList(tx, { id, ownerId })
  return list ? { ...list, id: id as LockedList } : null
}

/**
 * Locks the viewer, then their list: their changes happen one after another, and so do the events. Gives the level that they
 * have chosen, and whether a moderator hides it.
 * @throws notFound when they have no such list
 */
export async function lockOwnList(tx: Tx, viewer: { id: number }, id: number) {
  const list = await lockList(tx, await lockUser(tx, viewer.id), id)
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
