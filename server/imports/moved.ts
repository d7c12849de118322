import { recordMoved, takeRecords, type Merge } from '../catalog/merges.ts'
import { holdAlbums } from '../catalog/survivors.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import { moveListenLater } from '../listenLater/moved.ts'
import { moveListRows } from '../lists/write/moved.ts'
import { inBatches } from '../logs/inBatches.ts'
import { moveLogs } from '../logs/write/moved.ts'
import type { LockedUser } from '../users/lock.ts'
import { moveTopAlbums } from '../users/topAlbums.ts'

// Rows of a file that mean a merged album mean the album that replaces it.

/** For an undo: what the merge has moved and is still there. */
async function moveImportAlbums(write: Write, merge: Merge, owners: readonly LockedUser[]): Promise<void> {
  const { id, fromId, intoId } = merge
  if (merge.state === 'undoing') {
    const records = await takeRecords(write, { id, kind: 'imported' }, owners)
    return await inBatches(records, (batch) =>
      setAlbum(
        write.tx,
        batch.map(({ thingId }) => thingId),
        { from: intoId, to: fromId },
      ),
    )
  }
  const albums = await rows(
    write.tx,
    kysely
      .selectFrom('ImportAlbum as a')
      .innerJoin('Import as i', 'i.id', 'a.importId')
      .select(['a.id', 'i.userId'])
      .where('a.albumId', '=', fromId)
      .where('i.userId', 'in', [...owners]),
  )
  await inBatches(albums, (batch) =>
    setAlbum(
      write.tx,
      batch.map((album) => album.id),
      { from: fromId, to: intoId },
    ),
  )
  const moved = albums.map((album) => ({ userId: album.userId, thingId: album.id, detail: null }))
  await recordMoved(write, { id, kind: 'imported' }, moved)
}

const setAlbum = (tx: Tx, ids: readonly number[], { from, to }: { from: number; to: number }) =>
  run(
    tx,
    kysely
      .updateTable('ImportAlbum')
      .set({ albumId: to })
      .where('id', 'in', [...ids])
      .where('albumId', '=', from),
  )

type Move = (write: Write, merge: Merge, owners: readonly LockedUser[]) => Promise<void>

const moves: readonly Move[] = [moveLogs, moveListRows, moveListenLater, moveTopAlbums, moveImportAlbums]

/** Moves all that these users have of a merged album. */
export const moveEverything: Move = async (write, merge, owners) => {
  for (const move of moves) await move(write, merge, owners)
}

/** A row can have been matched while its album was merged. The albums are not merged until the transaction ends. */
export async function holdAlbumsOf<Row extends { albumId: number | null }>(
  write: Write,
  owner: LockedUser,
  found: readonly Row[],
): Promise<Row[]> {
  const { survivorOf, merges } = await holdAlbums(
    write.tx,
    found.flatMap(({ albumId }) => albumId ?? []),
  )
  for (const merge of merges) await moveEverything(write, merge, [owner])
  return found.map((row) => ({ ...row, albumId: row.albumId === null ? null : survivorOf(row.albumId) }))
}
