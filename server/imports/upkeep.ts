import type { Deps } from '../core/deps.ts'
import type { Db, Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import { deleteOldRows } from './deletion.ts'
import { listUploads, removeUploads } from './files.ts'
import { endImport } from './mutations.ts'
import { ROWS_KEPT } from './view.ts'

const DAY = 24 * 60 * 60_000

/**
 * Ends imports whose file is older than a day, and those that a suspension stopped thirty days after their start. Deletes uploads
 * that no import needs, and rows that are no longer kept. Returns the numbers of uploads and of rows.
 */
export async function pruneImports(
  deps: Pick<Deps, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<{ uploads: number; importRows: number }> {
  const { db, now } = deps
  const before = new Date(now().getTime() - DAY)
  await db.$executeRaw`DELETE FROM Import WHERE state = 'uploading' AND leasedUntil <= UTC_TIMESTAMP(3)`
  const old = await db.import.findMany({
    where: { state: { in: ['reading', 'preview'] }, createdAt: { lte: before }, startedAt: null },
    select: { id: true },
  })
  for (const { id } of old) await endImport(db, { id, state: 'failed', now: now(), error: 'imports.expired' })
  const paused = await db.import.findMany({
    where: { state: 'preview', startedAt: { lte: new Date(now().getTime() - ROWS_KEPT) } },
    select: { id: true },
  })
  for (const { id } of paused) await endImport(db, { id, state: 'cancelled', now: now() })
  return { uploads: await removeOldUploads(db, before), importRows: await deleteOldRows(deps, signal) }
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
export const stopImports = (tx: Tx, userId: LockedUser): Promise<number> =>
  tx.$executeRaw`
    UPDATE Import SET state = 'cancelled', turnAt = NULL, lease = NULL, leasedUntil = NULL
    WHERE userId = ${userId} AND state IN ('uploading', 'reading', 'preview', 'importing', 'undoing')`

/**
 * Ends the work on a disabled user's imports at once; `claimJob` passes them over from now on. One that was writing is a preview
 * again, which its owner can start once more: what it has written stays. The rest goes on when the account is enabled.
 */
export const pauseImports = (tx: Tx, userId: LockedUser): Promise<number> =>
  tx.$executeRaw`
    UPDATE Import SET state = IF(state = 'importing', 'preview', state), lease = NULL, leasedUntil = NULL
    WHERE userId = ${userId} AND state IN ('reading', 'preview', 'importing', 'undoing')`

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
