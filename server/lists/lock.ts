import { chosenLevel } from '../access/hiddenLevel.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, statement } from '../lib/sql.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import type { ListFields } from './merge.ts'

declare const locked: unique symbol
/** Id of a list whose row this transaction holds until it ends. */
export type LockedList = number & { readonly [locked]: 'list' }

const lockedList = statement(({ id, ownerId }: { id: number; ownerId: number }) =>
  kysely
    .selectFrom('List')
    .select(['version', 'name', 'description', 'ranked', 'visibility', 'hiddenLevel'])
    .where('id', '=', id)
    .where('userId', '=', ownerId)
    .forUpdate(),
)

/** Marks a list that this transaction has created as locked: nobody else can see it yet. */
export const madeList = (id: number) => id as LockedList

/** Locks a list of a user who is already locked; returns null if they have no such list. */
export async function lockList(tx: Tx, ownerId: LockedUser, id: number) {
  const [list] = await lockedList(tx, { id, ownerId })
  return list ? { ...list, id: id as LockedList } : null
}

/**
 * Locks the viewer, then their list, so that changes and their events are serialized. Returns the visibility that the
 * viewer has chosen, and whether a moderator hides the list.
 * @throws notFound when they have no such list
 */
export async function lockOwnList(tx: Tx, viewer: { id: number }, id: number) {
  const list = await lockList(tx, await lockUser(tx, viewer.id), id)
  if (!list) throw notFound('lists.notFound')
  return { ...list, visibility: chosenLevel(list), isHidden: list.hiddenLevel !== null }
}

/** The fields of a list that an edit can change, in addition to its albums. */
export const fieldsOf = ({ name, description, ranked, visibility }: ListFields): ListFields => ({
  name,
  description,
  ranked,
  visibility,
})
