import { topics } from '../../../shared/events.ts'
import { levelColumns } from '../../access/hiddenLevel.ts'
import type { Write } from '../../core/change.ts'
import { deleteNotificationsAbout } from '../../notifications/write/withdraw.ts'
import { keepSubmission } from '../../submissions/submissions.ts'
import { lockUser, type LockedUser } from '../../users/lock.ts'
import { applyEffects, skips, type Origin } from './effects.ts'
import { lockList, type LockedList, type OwnedList } from './lock.ts'
import type { ListState } from './merge.ts'
import { writeRows } from './rows.ts'

// Every change of one list goes through this file; changes of many are in bulk.ts.

type NewList = ListState & {
  userId: LockedUser
  /** created by the client, so that a retry creates no second list */
  submission: string
  clonedFromId?: number | null
  createdAt?: Date
}

export async function insertList(
  write: Write,
  origin: Origin,
  { fields, rows, createdAt = write.now, ...list }: NewList,
): Promise<{ id: number }> {
  const data = { ...list, ...fields, createdAt, updatedAt: write.now }
  const { id } = await write.tx.list.create({ data, select: { id: true } })
  // Nobody else can see it yet.
  await writeRows(write, id as LockedList, { current: [], next: rows })
  const change = { id, version: 0, previous: null, next: { fields, rows }, wasHidden: false, isHidden: false }
  await applyEffects(write, { origin, ownerId: list.userId, changes: [change] })
  return { id }
}

type NextVersion = {
  origin: Origin
  list: OwnedList
  previous: ListState
  next: ListState
  isHidden?: boolean
}

export async function writeList(
  write: Write,
  { origin, list, previous, next, isHidden = list.isHidden }: NextVersion,
): Promise<number> {
  const { id, ownerId, version, isHidden: wasHidden } = list
  await writeRows(write, id, { current: previous.rows, next: next.rows })
  const data = {
    ...next.fields,
    ...levelColumns(next.fields.visibility, isHidden),
    version: version + 1,
    ...(!skips(origin, 'updatedAt') && { updatedAt: write.now }),
    // The undone version and this one cancel each other.
    ...(origin === 'undo' && { undoneVersions: list.undoneVersions + 2 }),
    // Albums that are merged are no edit of the owner: an import of the list can still be undone.
    ...(origin === 'merge' && { undoneVersions: list.undoneVersions + 1 }),
  }
  await write.tx.list.update({ where: { id }, data, select: { id: true } })
  const change = { id, version, previous, next, wasHidden, isHidden }
  await applyEffects(write, { origin, ownerId, changes: [change] })
  return version + 1
}

/**
 * Hides it from everyone except its owner, or restores the visibility that they have chosen. Returns whether this changed
 * anything.
 */
export async function setListHidden(
  write: Write,
  { ownerId, id }: { ownerId: number; id: number },
  isHidden: boolean,
): Promise<boolean> {
  const list = await lockList(write.tx, await lockUser(write.tx, ownerId), id)
  if (!list || list.isHidden === isHidden) return false
  const state: ListState = { fields: list.fields, rows: [] }
  await writeList(write, { origin: 'moderation', list, previous: state, next: state, isHidden })
  return true
}

export async function deleteList(write: Write, { id, ownerId, isHidden, fields }: OwnedList): Promise<void> {
  await deleteNotificationsAbout(write, { lists: [id] })
  const { submission } = await write.tx.list.delete({ where: { id }, select: { submission: true } })
  // A retry of the creation must not create it again.
  const creation = { userId: ownerId, procedure: 'lists.create', id: submission } as const
  await keepSubmission(write, creation, { thingId: id, answer: null })
  const { visibility: level } = levelColumns(fields.visibility, isHidden)
  // No actor: the event carries only an id, and every open page of the list must receive it.
  write.emit(topics.list(id), { type: 'list.removed', id }, null, { ownerId, level })
}
