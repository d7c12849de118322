import { chosenLevel, levelColumns } from '../hidden.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { reapplyVisibility } from '../notifications/takeBack.ts'
import { lockPerson } from '../users/lock.ts'
import { emitSaved } from './events.ts'
import { fieldsOf, lockedList } from './lock.ts'
import type { ListState } from './merge.ts'
import { keepRevision } from './revisions.ts'

/**
 * Hides a list from all but its owner, or shows it again with the level that the owner has chosen; says whether that changed
 * anything.
 */
export async function setListHidden(
  tx: Tx,
  emit: Emit,
  { ownerId, id }: { ownerId: number; id: number },
  isHidden: boolean,
  now: Date,
): Promise<boolean> {
  await lockPerson(tx, ownerId)
  const [row] = await lockedList(tx, { id, ownerId })
  if (!row || (row.hiddenLevel !== null) === isHidden) return false
  const columns = levelColumns(chosenLevel(row), isHidden)
  await tx.list.update({
    where: { id },
    data: { ...columns, version: row.version + 1 },
    select: { id: true },
  })
  // An edit that began earlier is merged with this and does not undo it.
  const state: ListState = { fields: fieldsOf(row), rows: [] }
  await keepRevision(tx, { listId: id, version: row.version, now }, state, state)
  await emitSaved(tx, emit, { id, ownerId }, row, columns)
  await reapplyVisibility(tx, emit, { list: id })
  return true
}
