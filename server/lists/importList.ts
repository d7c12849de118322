import { topics } from '../../shared/events.ts'
import type { Visibility } from '../../shared/visibility.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { writeRows } from './albums.ts'
import { emitSaved } from './events.ts'
import { writeListTexts } from './search.ts'

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
  albums: readonly { albumId: number; note: string }[]
}

/** Makes a list that an import brings; it counts in no limit. The person must be locked. Gives its number. */
export async function importList(
  tx: Tx,
  emit: Emit,
  { userId, submission, createdAt, now, albums, ...fields }: Imported,
): Promise<number> {
  const data = { userId, submission, ...fields, createdAt, updatedAt: now }
  const { id } = await tx.list.create({ data, select: { id: true } })
  await writeRows(tx, { listId: id, now }, [], albums)
  await writeListTexts(tx, [{ id, ...fields }])
  await emitSaved(tx, emit, { id, ownerId: userId }, fields, fields)
  return id
}

/** Takes a list away that an import made; false for one that was edited since, or is gone. The person must be locked. */
export async function takeListBack(tx: Tx, emit: Emit, userId: number, id: number): Promise<boolean> {
  const list = await tx.list.findFirst({ where: { id, userId, version: 1 }, select: { visibility: true } })
  if (!list) return false
  await tx.list.delete({ where: { id }, select: { id: true } })
  emit(topics.list(id), { type: 'list.removed', id }, null, { ownerId: userId, level: list.visibility })
  return true
}
