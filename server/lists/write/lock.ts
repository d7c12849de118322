import type { Visibility } from '../../../shared/visibility.ts'
import { chosenLevel } from '../../access/hiddenLevel.ts'
import type { Tx } from '../../lib/db.ts'
import { notFound } from '../../lib/errors.ts'
import { byIndex, kysely, rows, statement } from '../../lib/sql.ts'
import { lockUser, type LockedUser } from '../../users/lock.ts'

declare const locked: unique symbol
/** Id of a list whose row this transaction holds until it ends. */
export type LockedList = number & { readonly [locked]: 'list' }

const listsOf = (ownerId: number) =>
  kysely
    .selectFrom('List')
    .select(['id', 'version', 'undoneVersions', 'name', 'description', 'ranked', 'visibility', 'hiddenLevel'])
    .where('userId', '=', ownerId)
    .forUpdate()
const lockedList = statement(({ id, ownerId }: { id: number; ownerId: number }) =>
  listsOf(ownerId).where('id', '=', id),
)

type Row = Awaited<ReturnType<typeof lockedList>>[number]

const ownedList = (ownerId: number, { id, version, undoneVersions, hiddenLevel, ...fields }: Row) => ({
  id: id as LockedList,
  ownerId,
  version,
  /** the number of versions that undone imports have cancelled */
  undoneVersions,
  isHidden: hiddenLevel !== null,
  /** with the visibility that its owner has chosen */
  fields: { ...fields, visibility: chosenLevel({ hiddenLevel, ...fields }) },
})
export type OwnedList = ReturnType<typeof ownedList>

export async function lockList(tx: Tx, ownerId: LockedUser, id: number): Promise<OwnedList | null> {
  const [list] = await lockedList(tx, { id, ownerId })
  return list ? ownedList(ownerId, list) : null
}

/** The lists of these users that have an album. */
export async function lockListsWith(
  tx: Tx,
  { albumId, ownerIds }: { albumId: number; ownerIds: readonly LockedUser[] },
): Promise<OwnedList[]> {
  const found = await rows(
    tx,
    kysely
      .selectFrom('List as l')
      .innerJoin(byIndex('ListAlbum', 'a', 'PRIMARY'), 'a.listId', 'l.id')
      .select(['l.id', 'l.userId'])
      .where('l.userId', 'in', [...ownerIds])
      .where('a.albumId', '=', albumId)
      .orderBy('l.id'),
  )
  const lists: OwnedList[] = []
  for (const { id, userId } of found) {
    const list = await lockList(tx, userId as LockedUser, id)
    if (list) lists.push(list)
  }
  return lists
}

export async function lockListsExcept(tx: Tx, ownerId: LockedUser, level: Visibility): Promise<OwnedList[]> {
  const lists = listsOf(ownerId).where((eb) => eb(eb.fn.coalesce('hiddenLevel', 'visibility'), '<>', level))
  return (await rows(tx, lists)).map((list) => ownedList(ownerId, list))
}

/** Locks the user first, so that changes and their events are serialized. @throws notFound if the user has no such list */
export async function lockOwnList(
  tx: Tx,
  { ownerId, id }: { ownerId: number; id: number },
): Promise<OwnedList> {
  return await findOwnList(tx, await lockUser(tx, ownerId), id)
}

/** @throws notFound if the user has no such list */
export async function findOwnList(tx: Tx, ownerId: LockedUser, id: number): Promise<OwnedList> {
  const list = await lockList(tx, ownerId, id)
  if (!list) throw notFound('lists.notFound')
  return list
}
