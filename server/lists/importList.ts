import { topics } from '../../shared/events.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { levelColumns } from '../hidden.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { forgetThings } from '../notifications/takeBack.ts'
import { readRows, writeRows } from './albums.ts'
import { emitSaved } from './events.ts'
import { fieldsOf, lockedList, lockOwnList } from './lock.ts'
import type { ListRow } from './merge.ts'
import { keepRevision } from './revisions.ts'
import { writeListTexts } from './search.ts'

/** Decides on the rows of a list from those that it has: its new rows, and the albums that are added. */
type Place = (before: readonly ListRow[]) => { rows: ListRow[]; added: Set<number> }
/** A list after an import has written it. */
type Written = { id: number; added: Set<number>; version: number }

/** A list as an import makes it. */
type Imported = {
  userId: number
  submission: string
  name: string
  description: string
  ranked: boolean
  visibility: Visibility
  createdAt: Date
  now: Date
  place: Place
}

/** Creates a list that an import brings; it counts in no limit. The user must be locked. */
export async function importList(
  tx: Tx,
  emit: Emit,
  { userId, submission, createdAt, now, place, ...fields }: Imported,
): Promise<Written> {
  const data = { userId, submission, ...fields, createdAt, updatedAt: now }
  const { id } = await tx.list.create({ data, select: { id: true } })
  const { rows, added } = place([])
  await writeRows(tx, { listId: id, now }, [], rows)
  await writeListTexts(tx, [{ id, ...fields }])
  await emitSaved(tx, emit, { id, ownerId: userId }, fields, fields)
  return { id, added, version: 1 }
}

/** Adds albums that an import brings to a list that exists, as an edit. The user must be locked. @throws notFound */
export async function joinList(
  tx: Tx,
  emit: Emit,
  { userId, id, now, place }: { userId: number; id: number; now: Date; place: Place },
): Promise<Written> {
  const { version, isHidden, ...head } = await lockOwnList(tx, { id: userId }, id)
  const before = { fields: fieldsOf(head), rows: await readRows(tx, id) }
  const { rows, added } = place(before.rows)
  if (added.size === 0) return { id, added, version }
  await writeRows(tx, { listId: id, now }, before.rows, rows)
  const data = { version: version + 1, updatedAt: now }
  await tx.list.update({ where: { id }, data, select: { id: true } })
  await keepRevision(tx, { listId: id, version, now }, before, { ...before, rows })
  const level = levelColumns(before.fields.visibility, isHidden)
  await emitSaved(tx, emit, { id, ownerId: userId }, level, level)
  return { id, added, version: version + 1 }
}

type Joined = { userId: number; id: number; version: number; albumIds: readonly number[]; now: Date }

/**
 * Removes albums from a list that an import added, and its version; false if the list was edited since or no longer exists. The
 * user must be locked.
 */
export async function leaveList(
  tx: Tx,
  emit: Emit,
  { userId, id, version, albumIds, now }: Joined,
): Promise<boolean> {
  const [list] = await lockedList(tx, { id, ownerId: userId })
  if (list?.version !== version) return false
  const before = await readRows(tx, id)
  const removed = new Set(albumIds)
  const rows = before.filter(({ albumId }) => !removed.has(albumId))
  await writeRows(tx, { listId: id, now }, before, rows)
  // The list is again what it was in that version, for editors and for the undo of the import that made it.
  const data = { version: version - 1, updatedAt: now }
  await tx.list.update({ where: { id }, data, select: { id: true } })
  await tx.listRevision.deleteMany({ where: { listId: id, version: version - 1 } })
  await emitSaved(tx, emit, { id, ownerId: userId }, list, list)
  return true
}

/** Takes a list away that an import made; false for one that was edited since, or is gone. The person must be locked. */
export async function takeListBack(tx: Tx, emit: Emit, userId: number, id: number): Promise<boolean> {
  const list = await tx.list.findFirst({ where: { id, userId, version: 1 }, select: { visibility: true } })
  if (!list) return false
  await forgetThings(tx, emit, { lists: [id] })
  await tx.list.delete({ where: { id }, select: { id: true } })
  emit(topics.list(id), { type: 'list.removed', id }, null, { ownerId: userId, level: list.visibility })
  return true
}
