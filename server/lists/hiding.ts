import { chosenLevel, levelColumns } from '../access/hiddenLevel.ts'
import type { Write } from '../core/change.ts'
import { reapplyVisibility } from '../notifications/write/visibility.ts'
import { lockUser } from '../users/lock.ts'
import { emitSaved } from './events.ts'
import { fieldsOf, lockList } from './lock.ts'
import type { ListState } from './merge.ts'
import { keepRevision } from './revisions.ts'

/**
 * Hides a list from everyone except its owner, or restores the visibility that the owner has chosen. Returns whether
 * this changed anything.
 */
export async function setListHidden(
  write: Write,
  { ownerId, id }: { ownerId: number; id: number },
  isHidden: boolean,
): Promise<boolean> {
  const row = await lockList(write.tx, await lockUser(write.tx, ownerId), id)
  if (!row || (row.hiddenLevel !== null) === isHidden) return false
  const columns = levelColumns(chosenLevel(row), isHidden)
  await write.tx.list.update({
    where: { id },
    data: { ...columns, version: row.version + 1 },
    select: { id: true },
  })
  // With this revision, an edit that began earlier is merged and does not undo the hiding.
  const state: ListState = { fields: fieldsOf(row), rows: [] }
  await keepRevision(write, { listId: id, version: row.version, before: state, after: state })
  await emitSaved(write, { id, ownerId }, row, columns)
  await reapplyVisibility(write, { list: id })
  return true
}
