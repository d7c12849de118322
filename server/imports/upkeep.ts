import { sql } from 'kysely'
import type { Deps } from '../core/deps.ts'
import type { Db, Tx } from '../lib/db.ts'
import { databaseNow, kysely, rows, run } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import { deleteOldRows } from './deletion.ts'
import { listUploads, removeUploads } from './files.ts'
import { endImport } from './mutations.ts'
import { ROWS_KEPT } from './view.ts'

const DAY = 24 * 60 * 60_000

/**
 * Fails unstarted imports whose file is older than a day, and cancels imports that a suspension paused, thirty days after their
 * start. Deletes uploads that no import needs, and expired rows. Returns the numbers of deleted uploads and rows.
 */
export async function pruneImports(
  deps: Pick<Deps, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<{ uploads: number; importRows: number }> {
  const { db, now } = deps
  const before = new Date(now().getTime() - DAY)
  await run(
    db,
    kysely.deleteFrom('Import').where('state', '=', 'uploading').where('leasedUntil', '<=', databaseNow),
  )
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

/** Deletes uploads older than a day, even of a running import: its rows are already stored. */
async function removeOldUploads(db: Db, before: Date): Promise<number> {
  const uploads = await listUploads()
  const young = uploads.filter(({ at }) => at > before).map(({ key }) => key)
  const needed = await db.import.findMany({ where: { fileKey: { in: young } }, select: { fileKey: true } })
  const kept = new Set(needed.map(({ fileKey }) => fileKey))
  // An upload that is still arriving already has its import row.
  const superfluous = uploads.map(({ key }) => key).filter((key) => !kept.has(key))
  await removeUploads(superfluous)
  return superfluous.length
}

/** The uploads of a user who is about to be deleted, for `removeUploads` afterwards. */
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

/** Cancels a user's imports; no process works on them from now on. */
export const stopImports = (tx: Tx, userId: LockedUser): Promise<number> =>
  run(
    tx,
    kysely
      .updateTable('Import')
      .set({ state: 'cancelled', turnAt: null, lease: null, leasedUntil: null })
      .where('userId', '=', userId)
      .where('state', 'in', ['uploading', 'reading', 'preview', 'importing', 'undoing']),
  )

/**
 * Pauses the imports of a disabled user immediately: running jobs lose their lease, and `claimJob` skips them from now on. An
 * import that was writing returns to the preview, from which its owner can start it again; rows that are already written are
 * kept. The other ones continue when the account is enabled.
 */
export const pauseImports = (tx: Tx, userId: LockedUser): Promise<number> =>
  run(
    tx,
    kysely
      .updateTable('Import')
      .set({ state: sql`IF(state = 'importing', 'preview', state)`, lease: null, leasedUntil: null })
      .where('userId', '=', userId)
      .where('state', 'in', ['reading', 'preview', 'importing', 'undoing']),
  )

/** Numbers of imports for the operator: all, in progress, and waiting in the preview. */
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
