import { recordMoved, takeRecords, type Merge, type Moved } from '../../catalog/merges.ts'
import { findSurvivors, holdAlbums, type SurvivorOf } from '../../catalog/survivors.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, run } from '../../lib/sql.ts'
import type { LockedUser } from '../../users/lock.ts'
import { lockList, lockListsWith, type OwnedList } from './lock.ts'
import type { ListRow } from './merge.ts'
import { readState } from './rows.ts'
import { writeList } from './single.ts'

// Rows of a merged album belong to the album that replaces it. A list that has both keeps one, at the earlier rank, with the notes
// of both.

/** maximum length of a stored note, in characters: several joined ones */
const LONGEST = 8_000

type Row = { at: number; note: string }
/** `own`: the row that the other album had in the list already; `note` is the joined one */
type MovedRow = Row & { own: Row | null; joined: string }

export const cutNote = (note: string): string => Array.from(note).slice(0, LONGEST).join('')

export const joinNotes = (notes: readonly string[]): string =>
  cutNote(notes.filter((note) => note !== '').join('\n\n'))

/** For an undo: what the merge has moved and is still there. */
export async function moveListRows(write: Write, merge: Merge, owners: readonly LockedUser[]): Promise<void> {
  if (merge.state === 'undoing') return await returnRows(write, merge, owners)
  const lists = await lockListsWith(write.tx, { albumId: merge.fromId, ownerIds: owners })
  const moved: Moved<MovedRow>[] = []
  for (const list of lists) {
    const previous = await readState(write.tx, list)
    const detail = movedRow(previous.rows, merge)
    moved.push({ userId: list.ownerId, thingId: list.id, detail })
    if (!detail.own) await rename(write.tx, list, { albumId: merge.fromId, to: merge.intoId })
    const next = { ...previous, rows: mergeRows(previous.rows, merge) }
    await writeList(write, { origin: 'merge', list, previous, next })
  }
  await recordMoved(write, { id: merge.id, kind: 'listed' }, moved)
}

/**
 * For a transaction that writes rows of these albums in a user's lists: none of them is merged until it ends, and those of a merged
 * one are moved first.
 */
export async function settleLists(
  write: Write,
  owner: LockedUser,
  albumIds: readonly number[],
): Promise<SurvivorOf> {
  const { survivorOf, merges } = await holdAlbums(write.tx, albumIds)
  for (const merge of merges) await moveListRows(write, merge, [owner])
  return survivorOf
}

function movedRow(rows: readonly ListRow[], { fromId, intoId }: Merge): MovedRow {
  const rowOf = (id: number): Row | null => {
    const at = rows.findIndex(({ albumId }) => albumId === id)
    return at < 0 ? null : { at, note: rows[at]!.note }
  }
  const joined = mergeRows(rows, { fromId, intoId }).find(({ albumId }) => albumId === intoId)!.note
  return { ...rowOf(fromId)!, own: rowOf(intoId), joined }
}

const mergeRows = (rows: readonly ListRow[], { fromId, intoId }: Pick<Merge, 'fromId' | 'intoId'>) =>
  underSurvivors(rows, (albumId) => (albumId === fromId ? intoId : albumId))

function underSurvivors(rows: readonly ListRow[], survivorOf: (albumId: number) => number): ListRow[] {
  const notes = new Map<number, string[]>()
  for (const { albumId, note } of rows) {
    const survivor = survivorOf(albumId)
    notes.set(survivor, [...(notes.get(survivor) ?? []), note])
  }
  return [...notes].map(([albumId, all]) => ({ albumId, note: joinNotes(all) }))
}

/** Rows of an earlier version, as the merges since have changed them. */
export const readMergedRows = async (tx: Tx, rows: readonly ListRow[]): Promise<ListRow[]> =>
  underSurvivors(
    rows,
    await findSurvivors(
      tx,
      rows.map(({ albumId }) => albumId),
    ),
  )

/** Keeps the time at which the album was added. */
const rename = (
  tx: Tx,
  { id }: OwnedList,
  { albumId, to }: { albumId: number; to: number },
): Promise<number> =>
  run(
    tx,
    kysely
      .updateTable('ListAlbum')
      .set({ albumId: to })
      .where('listId', '=', id)
      .where('albumId', '=', albumId),
  )

async function returnRows(write: Write, merge: Merge, owners: readonly LockedUser[]): Promise<void> {
  const records = await takeRecords<MovedRow>(write, { id: merge.id, kind: 'listed' }, owners)
  for (const { userId, thingId, detail } of records) {
    const list = await lockList(write.tx, userId as LockedUser, thingId)
    const previous = list && (await readState(write.tx, list))
    const rows = previous && rowsBefore(previous.rows, merge, detail)
    if (!list || !rows) continue
    if (!detail.own) await rename(write.tx, list, { albumId: merge.intoId, to: merge.fromId })
    await writeList(write, { origin: 'merge', list, previous, next: { ...previous, rows } })
  }
}

/** Null if the album is no longer in the list, or if the old one is there again. A note that was edited since stays. */
function rowsBefore(
  rows: readonly ListRow[],
  { fromId, intoId }: Merge,
  { own, joined, ...moved }: MovedRow,
): ListRow[] | null {
  const at = rows.findIndex(({ albumId }) => albumId === intoId)
  const current = rows[at]
  if (!current || rows.some(({ albumId }) => albumId === fromId)) return null
  if (!own) return rows.map((row) => (row === current ? { ...row, albumId: fromId } : row))
  const isEdited = current.note !== joined
  const returned = [
    { at: moved.at, row: { albumId: fromId, note: moved.note } },
    { at: own.at, row: { albumId: intoId, note: isEdited ? current.note : own.note } },
  ].toSorted((a, b) => a.at - b.at)
  const next = rows.filter((row) => row !== current)
  // Moved by its owner since: both return to where it is now.
  const isSamePlace = at === returned[0]!.at
  returned.forEach(({ at: formerAt, row }, index) =>
    next.splice(isSamePlace ? Math.min(formerAt, next.length) : at + index, 0, row),
  )
  return next
}
