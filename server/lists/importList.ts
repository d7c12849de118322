import { topics } from '../../shared/events.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { levelColumns } from '../access/hiddenLevel.ts'
import type { Write } from '../core/change.ts'
import { deleteNotificationsAbout } from '../notifications/write/withdraw.ts'
import type { LockedUser } from '../users/lock.ts'
import { readRows, writeRows } from './albums.ts'
import { emitSaved } from './events.ts'
import { fieldsOf, lockList, lockOwnList, madeList } from './lock.ts'
import type { ListRow } from './merge.ts'
import { keepRevision } from './revisions.ts'
import { writeListTexts } from './search.ts'

/** Computes the new rows of a list from its current ones; `added` holds the ids of the added albums. */
type Place = (before: readonly ListRow[]) => { rows: ListRow[]; added: Set<number> }
/** A list after an import has written to it. */
type Written = { id: number; added: Set<number>; version: number }

/** The list that an import creates. */
type Imported = {
  userId: LockedUser
  submission: string
  name: string
  description: string
  ranked: boolean
  visibility: Visibility
  createdAt: Date
  place: Place
}

/** Creates a list for an import; it does not count in any limit. */
export async function importList(
  write: Write,
  { userId, submission, createdAt, place, ...fields }: Imported,
): Promise<Written> {
  const data = { userId, submission, ...fields, createdAt, updatedAt: write.now }
  const { id } = await write.tx.list.create({ data, select: { id: true } })
  const { rows, added } = place([])
  await writeRows(write, madeList(id), { before: [], wanted: rows })
  await writeListTexts(write.tx, [{ id, ...fields }])
  await emitSaved(write, { id, ownerId: userId }, fields, fields)
  return { id, added, version: 1 }
}

/** Adds an import's albums to an existing list, as an edit. @throws notFound */
export async function joinList(
  write: Write,
  { userId, id, place }: { userId: number; id: number; place: Place },
): Promise<Written> {
  const { id: locked, version, isHidden, ...head } = await lockOwnList(write.tx, { id: userId }, id)
  const before = { fields: fieldsOf(head), rows: await readRows(write.tx, id) }
  const { rows, added } = place(before.rows)
  if (added.size === 0) return { id, added, version }
  await writeRows(write, locked, { before: before.rows, wanted: rows })
  const data = { version: version + 1, updatedAt: write.now }
  await write.tx.list.update({ where: { id }, data, select: { id: true } })
  await keepRevision(write, { listId: id, version, before, after: { ...before, rows } })
  const level = levelColumns(before.fields.visibility, isHidden)
  await emitSaved(write, { id, ownerId: userId }, level, level)
  return { id, added, version: version + 1 }
}

type Joined = { userId: LockedUser; id: number; version: number; albumIds: readonly number[] }

/**
 * Removes the albums that an import added to a list, and the version that it created. Returns false if the list was
 * edited since or no longer exists.
 */
export async function leaveList(write: Write, { userId, id, version, albumIds }: Joined): Promise<boolean> {
  const list = await lockList(write.tx, userId, id)
  if (list?.version !== version) return false
  const before = await readRows(write.tx, id)
  const removed = new Set(albumIds)
  const rows = before.filter(({ albumId }) => !removed.has(albumId))
  await writeRows(write, list.id, { before, wanted: rows })
  // The list is in the state of that version again, for editors and for undoing the import that created it.
  const data = { version: version - 1, updatedAt: write.now }
  await write.tx.list.update({ where: { id }, data, select: { id: true } })
  await write.tx.listRevision.deleteMany({ where: { listId: id, version: version - 1 } })
  await emitSaved(write, { id, ownerId: userId }, list, list)
  return true
}

/** Deletes a list that an import created; returns false if it was edited since or no longer exists. */
export async function takeListBack(write: Write, userId: LockedUser, id: number): Promise<boolean> {
  const list = await write.tx.list.findFirst({
    where: { id, userId, version: 1 },
    select: { visibility: true },
  })
  if (!list) return false
  await deleteNotificationsAbout(write, { lists: [id] })
  await write.tx.list.delete({ where: { id }, select: { id: true } })
  write.emit(topics.list(id), { type: 'list.removed', id }, null, { ownerId: userId, level: list.visibility })
  return true
}
