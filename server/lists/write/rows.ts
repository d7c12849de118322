import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, run, statement } from '../../lib/sql.ts'
import type { LockedList, OwnedList } from './lock.ts'
import type { ListRow, ListState } from './merge.ts'

/** Maximum number of notes in one statement: a thousand full ones exceed the packet size limit of some databases. */
const NOTES_AT_ONCE = 200

const rowsOf = statement(({ listId }: { listId: number }) =>
  kysely.selectFrom('ListAlbum').select(['albumId', 'note']).where('listId', '=', listId).orderBy('position'),
)

export const readRows = (tx: Tx, listId: number): Promise<ListRow[]> => rowsOf(tx, { listId })

export const readState = async (tx: Tx, { id, fields }: OwnedList): Promise<ListState> => ({
  fields,
  rows: await readRows(tx, id),
})

export async function writeRows(
  { tx, now }: Write,
  listId: LockedList,
  { current, next }: { current: readonly ListRow[]; next: readonly ListRow[] },
): Promise<void> {
  const nextIds = new Set(next.map(({ albumId }) => albumId))
  const notes = new Map(current.map(({ albumId, note }) => [albumId, note]))
  const removedIds = [...notes.keys()].filter((albumId) => !nextIds.has(albumId))
  if (removedIds.length > 0)
    await run(
      tx,
      kysely.deleteFrom('ListAlbum').where('listId', '=', listId).where('albumId', 'in', removedIds),
    )
  const rows = next.map(({ albumId, note }, position) => ({ listId, albumId, position, note }))
  const hasNewNote = ({ albumId, note }: ListRow) => notes.get(albumId) !== note
  const newRows = rows.filter(hasNewNote).map((row) => ({ ...row, addedAt: now }))
  for (let at = 0; at < newRows.length; at += NOTES_AT_ONCE)
    await insertRows(tx, 'ListAlbum', newRows.slice(at, at + NOTES_AT_ONCE), {
      orUpdate: ['position', 'note'],
    })
  const movedRows = rows
    .filter((row) => !hasNewNote(row) && current[row.position]?.albumId !== row.albumId)
    .map(({ albumId, position }) => ({ listId, albumId, position }))
  await insertRows(tx, 'ListAlbum', movedRows, { orUpdate: ['position'] })
}
