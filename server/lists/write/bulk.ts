import { sql } from 'kysely'
import type { Visibility } from '../../../shared/visibility.ts'
import type { Write } from '../../core/change.ts'
import { kysely, run } from '../../lib/sql.ts'
import type { LockedUser } from '../../users/lock.ts'
import { applyEffects } from './effects.ts'
import { lockList, lockListsExcept, lockOwnList, type OwnedList } from './lock.ts'
import type { ListFields, ListRow } from './merge.ts'
import { readState } from './rows.ts'
import { deleteList, insertList, writeList } from './single.ts'

/** A list that a moderator hides stays hidden. */
export async function writeLevels(write: Write, userId: LockedUser, level: Visibility): Promise<number> {
  const lists = await lockListsExcept(write.tx, userId, level)
  if (lists.length === 0) return 0
  const isShown = sql`hiddenLevel IS NULL`
  await run(
    write.tx,
    kysely
      .updateTable('List')
      .set({
        hiddenLevel: sql<Visibility | null>`IF(${isShown}, NULL, ${level})`,
        visibility: sql<Visibility>`IF(${isShown}, ${level}, 'me')`,
        version: sql<number>`version + 1`,
      })
      .where('userId', '=', userId)
      .where((eb) => eb(eb.fn.coalesce('hiddenLevel', 'visibility'), '<>', level)),
  )
  const changes = lists.map(({ fields, isHidden, ...list }) => ({
    ...list,
    previous: { fields, rows: [] },
    next: { fields: { ...fields, visibility: level }, rows: [] },
    wasHidden: isHidden,
    isHidden,
  }))
  await applyEffects(write, { origin: 'visibility', ownerId: userId, changes })
  return lists.length
}

type Place = (current: readonly ListRow[]) => { rows: ListRow[]; added: Set<number> }
/** `version` leaves out what undone imports have cancelled. */
type Imported = { id: number; added: Set<number>; version: number }
type NewList = ListFields & { userId: LockedUser; submission: string; createdAt: Date; place: Place }

const versionOf = ({ version, undoneVersions }: OwnedList) => version - undoneVersions

export async function importList(
  write: Write,
  { userId, submission, createdAt, place, ...fields }: NewList,
): Promise<Imported> {
  const { rows, added } = place([])
  const { id } = await insertList(write, 'import', { userId, submission, createdAt, fields, rows })
  return { id, added, version: 1 }
}

/** Counts as an edit. @throws notFound */
export async function joinList(
  write: Write,
  { userId, id, place }: { userId: number; id: number; place: Place },
): Promise<Imported> {
  const list = await lockOwnList(write.tx, { ownerId: userId, id })
  const previous = await readState(write.tx, list)
  const { rows, added } = place(previous.rows)
  if (added.size === 0) return { id, added, version: versionOf(list) }
  await writeList(write, { origin: 'import', list, previous, next: { ...previous, rows } })
  return { id, added, version: versionOf(list) + 1 }
}

/**
 * Deletes the list if the import created it (`joinedVersion` is 0). Returns false if the list was edited since or no longer
 * exists.
 */
export async function undoImport(
  write: Write,
  {
    userId,
    id,
    joined: joinedVersion,
    albumIds,
  }: { userId: LockedUser; id: number; joined: number; albumIds: number[] },
): Promise<boolean> {
  const list = await lockList(write.tx, userId, id)
  if (!list || versionOf(list) !== (joinedVersion || 1)) return false
  if (joinedVersion === 0) await deleteList(write, list)
  else {
    const previous = await readState(write.tx, list)
    const rows = previous.rows.filter(({ albumId }) => !albumIds.includes(albumId))
    await writeList(write, { origin: 'undo', list, previous, next: { ...previous, rows } })
  }
  return true
}

/** Takes an album out of all lists of a user. */
export async function removeFromLists(
  write: Write,
  { userId, albumId }: { userId: LockedUser; albumId: number },
): Promise<void> {
  const rows = await write.tx.listAlbum.findMany({
    where: { albumId, list: { userId } },
    select: { listId: true },
    orderBy: { listId: 'asc' },
  })
  for (const { listId: id } of rows) {
    const list = await lockOwnList(write.tx, { ownerId: userId, id })
    const previous = await readState(write.tx, list)
    const next = { ...previous, rows: previous.rows.filter((row) => row.albumId !== albumId) }
    await writeList(write, { origin: 'hand', list, previous, next })
  }
}
