import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Db } from '../lib/db.ts'
import type { Batch } from '../users/lock.ts'
import { ROWS_KEPT } from './view.ts'

/** rows that one statement deletes */
const CHUNK = 5_000
/** number of imports per user that keep their rows: older ones are rarely opened, and each can take a gigabyte */
const IMPORTS_KEPT = 10

/**
 * Deletes the rows of an ended import in small steps, until the signal is aborted. Rows that 'Undo import' needs are kept. Safe
 * to run again. Returns the number of deleted rows.
 */
async function deleteRows(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (let deleted = CHUNK; deleted === CHUNK; removed += deleted) {
    if (signal?.aborted) return removed
    deleted = await db.$executeRaw`
      DELETE FROM ImportRow WHERE importId = ${id} AND NOT (state = 'written' AND kind <> 'listening')
      ORDER BY number LIMIT ${CHUNK}`
  }
  for (let deleted = CHUNK; deleted === CHUNK;) {
    if (signal?.aborted) return removed
    deleted = await db.$executeRaw`
      DELETE FROM ImportAlbum WHERE importId = ${id}
        AND NOT EXISTS (SELECT 1 FROM ImportRow r WHERE r.importAlbumId = ImportAlbum.id)
      LIMIT ${CHUNK}`
  }
  await db.import.updateMany({ where: { id }, data: { prunedAt: now() } })
  return removed
}

/** Deletes the rows of an import that ended before it was started: they can neither be downloaded nor undone. */
export async function deleteUnstarted(
  deps: Pick<Deps, 'db' | 'now'>,
  id: number,
  signal?: AbortSignal,
): Promise<void> {
  const isUnstarted = { id, endedAt: { not: null }, startedAt: null }
  if ((await deps.db.import.count({ where: isUnstarted })) > 0) await deleteRows(deps, id, signal)
}

/**
 * Deletes the rows of imports that ended thirty days ago or were never started, and of all but the last ten imports of each user.
 * Returns the number of deleted rows.
 */
export async function deleteOldRows(deps: Pick<Deps, 'db' | 'now'>, signal?: AbortSignal): Promise<number> {
  const { db, now } = deps
  let removed = 0
  for (const { id } of await readSuperfluous(db, new Date(now().getTime() - ROWS_KEPT)))
    removed += await deleteRows(deps, id, signal)
  return removed
}

const readSuperfluous = (db: Db, before: Date) => db.$queryRaw<{ id: number }[]>`
  SELECT i.id FROM Import i WHERE i.endedAt IS NOT NULL AND i.prunedAt IS NULL AND (
    i.endedAt <= ${before} OR i.startedAt IS NULL OR (
      SELECT COUNT(*) FROM Import n WHERE n.userId = i.userId AND n.id > i.id AND n.startedAt IS NOT NULL
    ) >= ${IMPORTS_KEPT})`

/** Deletes a batch of the imported rows of a user who is being removed; returns its size. */
export const deleteImportRowsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  tx.$executeRaw`
    DELETE FROM ImportRow WHERE importId IN (SELECT id FROM Import WHERE userId = ${userId})
    ORDER BY importId, number LIMIT ${limit}`
