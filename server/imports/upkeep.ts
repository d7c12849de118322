import type { Deps } from '../deps.ts'
import type { Db, Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import { listUploads, removeUploads } from './files.ts'
import { endImport } from './mutations.ts'
import { ROWS_KEPT } from './view.ts'

const DAY = 24 * 60 * 60_000
/** rows that one statement deletes */
const CHUNK = 5_000

/**
 * Ends imports whose file is older than a day, removes uploads that no import needs, and deletes the rows of imports that ended
 * thirty days ago; what 'Undo import' needs stays. Gives the numbers of imports and of rows.
 */
export async function pruneImports(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<{ uploads: number; importRows: number }> {
  const before = new Date(now().getTime() - DAY)
  await db.$executeRaw`DELETE FROM Import WHERE state = 'uploading' AND leasedUntil <= UTC_TIMESTAMP(3)`
  const old = await db.import.findMany({
    where: { state: { in: ['reading', 'preview'] }, createdAt: { lte: before } },
    select: { id: true },
  })
  for (const { id } of old) await endImport(db, { id, state: 'failed', now: now(), error: 'imports.expired' })
  return { uploads: await removeOldUploads(db, before), importRows: await deleteOldRows(db, now(), signal) }
}

/** An import that is under way still has its rows: its file may go. */
async function removeOldUploads(db: Db, before: Date): Promise<number> {
  const uploads = await listUploads()
  const young = uploads.filter(({ at }) => at > before).map(({ key }) => key)
  const needed = await db.import.findMany({ where: { fileKey: { in: young } }, select: { fileKey: true } })
  const kept = new Set(needed.map(({ fileKey }) => fileKey))
  // One that is only now arriving has its row already.
  const superfluous = uploads.map(({ key }) => key).filter((key) => !kept.has(key))
  await removeUploads(superfluous)
  return superfluous.length
}

async function deleteOldRows(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const ended = await db.import.findMany({
    where: { endedAt: { lte: new Date(now.getTime() - ROWS_KEPT) }, prunedAt: null },
    select: { id: true },
  })
  let removed = 0
  for (const { id } of ended) {
    for (let deleted = CHUNK; deleted === CHUNK; removed += deleted) {
      if (signal?.aborted) return removed
      deleted = await db.$executeRaw`
        DELETE FROM ImportRow WHERE importId = ${id} AND NOT (state = 'written' AND kind <> 'listening')
        ORDER BY number LIMIT ${CHUNK}`
    }
    await db.$executeRaw`
      DELETE FROM ImportAlbum WHERE importId = ${id}
        AND NOT EXISTS (SELECT 1 FROM ImportRow r WHERE r.importAlbumId = ImportAlbum.id)`
    await db.import.update({ where: { id }, data: { prunedAt: now }, select: { id: true } })
  }
  return removed
}

/** The uploads of a person who is about to be removed, for `removeUploads` afterwards. */
export async function uploadsOf(db: Tx, userId: number): Promise<string[]> {
  const found = await rows(
    db,
    kysely
      .selectFrom('Import')
      .select('fileKey')
      .where('userId', '=', userId)
      .where('fileKey', 'is not', null),
  )
  return found.map(({ fileKey }) => fileKey!)
}

/** Stops a person's imports: no process works on them from here on. */
export const stopImports = (tx: Tx, userId: number): Promise<number> =>
  tx.$executeRaw`
    UPDATE Import SET state = 'cancelled', turnAt = NULL, lease = NULL, leasedUntil = NULL
    WHERE userId = ${userId} AND state IN ('uploading', 'reading', 'preview', 'importing', 'undoing')`

/** How many imports are in each state that has something to do, for the operator. */
export async function countImports(
  db: Db,
): Promise<{ imports: number; importsUnderWay: number; importsWaiting: number }> {
  return {
    imports: await db.import.count(),
    importsUnderWay: await db.import.count({
      where: { state: { in: ['uploading', 'reading', 'importing', 'undoing'] } },
    }),
    importsWaiting: await db.import.count({ where: { state: 'preview' } }),
  }
}
