import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Db, Tx } from '../lib/db.ts'
import { countAll, databaseNow, kysely, rows, run } from '../lib/sql.ts'
import type { Batch } from '../users/lock.ts'
import { listUploads, removeUploads } from './files.ts'
import { end, isRefused, statesBefore } from './lifecycle.ts'

const DAY = 24 * 60 * 60_000
const ROWS_KEPT = 30 * DAY
/** number of imports per user that keep their rows: older ones are rarely opened, and each can take a gigabyte */
const IMPORTS_KEPT = 10
const CHUNK = 5_000

export const hasKeptRows = (
  { endedAt, prunedAt }: { endedAt: Date | null; prunedAt: Date | null },
  now: Date,
): boolean => prunedAt === null && endedAt !== null && now.getTime() - endedAt.getTime() < ROWS_KEPT

/**
 * Unstarted imports fail when their file is older than a day; those that a suspension paused are cancelled thirty days after
 * their start.
 */
export async function pruneImports(
  deps: Pick<Deps, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<{ uploads: number; importRows: number }> {
  const { db, now } = deps
  const at = now()
  const cutoff = new Date(at.getTime() - DAY)
  await deleteDeadUploads(db)
  const old = await db.import.findMany({
    where: { state: { in: [...statesBefore('fail')] }, createdAt: { lte: cutoff }, startedAt: null },
    select: { id: true },
  })
  for (const { id } of old)
    await end(db, 'fail', { id, now: at, error: 'imports.expired' }).catch(ignoreRefused)
  const pausedImports = await db.import.findMany({
    where: { state: 'preview', startedAt: { lte: new Date(at.getTime() - ROWS_KEPT) } },
    select: { id: true },
  })
  for (const { id } of pausedImports) await end(db, 'cancel', { id, now: at }).catch(ignoreRefused)
  return { uploads: await removeOldUploads(db, cutoff), importRows: await deleteOldRows(deps, signal) }
}

/** The user has started or cancelled the import in the meantime. */
function ignoreRefused(error: unknown): void {
  if (!isRefused(error)) throw error
}

/** Deletes imports whose upload died with its process: all of them, or those of one user. */
export const deleteDeadUploads = (db: Tx, userId?: number): Promise<number> =>
  run(
    db,
    kysely
      .deleteFrom('Import')
      .where('state', '=', 'uploading')
      .where('leasedUntil', '<=', databaseNow)
      .$if(userId !== undefined, (all) => all.where('userId', '=', userId!)),
  )

/** Includes uploads of running imports: their rows are already stored. */
async function removeOldUploads(db: Db, cutoff: Date): Promise<number> {
  const uploads = await listUploads()
  const young = uploads.filter(({ at }) => at > cutoff).map(({ key }) => key)
  const neededUploads = await db.import.findMany({
    where: { fileKey: { in: young } },
    select: { fileKey: true },
  })
  const neededKeys = new Set(neededUploads.map(({ fileKey }) => fileKey))
  // An upload that is still arriving already has its import row.
  const superfluous = uploads.map(({ key }) => key).filter((key) => !neededKeys.has(key))
  await removeUploads(superfluous)
  return superfluous.length
}

/** Deletes in small steps, until the signal is aborted. Keeps the rows that 'Undo import' needs. Safe to run again. */
async function deleteRows(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
  signal?: AbortSignal,
): Promise<number> {
  let removedCount = 0
  for (let deleted = CHUNK; deleted === CHUNK; removedCount += deleted) {
    if (signal?.aborted) return removedCount
    deleted = await run(db, rowsNotUndone(id).limit(CHUNK))
  }
  for (let deleted = CHUNK; deleted === CHUNK;) {
    if (signal?.aborted) return removedCount
    deleted = await run(db, unusedAlbums(id).limit(CHUNK))
  }
  await db.import.updateMany({ where: { id }, data: { prunedAt: now() } })
  return removedCount
}

const rowsNotUndone = (importId: number) =>
  kysely
    .deleteFrom('ImportRow')
    .where('importId', '=', importId)
    .where((eb) => eb.not(eb.and([eb('state', '=', 'written'), eb('kind', '<>', 'listening')])))
    .orderBy('number')

export const unusedAlbums = (importId: number) =>
  kysely
    .deleteFrom('ImportAlbum')
    .where('importId', '=', importId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('ImportRow as r')
            .select('r.number')
            .whereRef('r.importAlbumId', '=', 'ImportAlbum.id'),
        ),
      ),
    )

/** Rows of an import that was never started can neither be downloaded nor undone. */
export async function deleteUnstarted(
  deps: Pick<Deps, 'db' | 'now'>,
  id: number,
  signal?: AbortSignal,
): Promise<void> {
  const isUnstarted = { id, endedAt: { not: null }, startedAt: null }
  if ((await deps.db.import.count({ where: isUnstarted })) > 0) await deleteRows(deps, id, signal)
}

/** Includes imports that were never started, and all but the last ten of each user. */
async function deleteOldRows(deps: Pick<Deps, 'db' | 'now'>, signal?: AbortSignal): Promise<number> {
  const { db, now } = deps
  let removedCount = 0
  for (const { id } of await rows(db, superfluousAt(new Date(now().getTime() - ROWS_KEPT))))
    removedCount += await deleteRows(deps, id, signal)
  return removedCount
}

const superfluousAt = (cutoff: Date) =>
  kysely
    .selectFrom('Import as i')
    .select('i.id')
    .where('i.endedAt', 'is not', null)
    .where('i.prunedAt', 'is', null)
    .where((eb) => {
      const newer = eb
        .selectFrom('Import as n')
        .select(countAll)
        .whereRef('n.userId', '=', 'i.userId')
        .whereRef('n.id', '>', 'i.id')
        .where('n.startedAt', 'is not', null)
      return eb.or([
        eb('i.endedAt', '<=', cutoff),
        eb('i.startedAt', 'is', null),
        eb(newer, '>=', IMPORTS_KEPT),
      ])
    })

export const deleteImportRowsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(
    tx,
    kysely
      .deleteFrom('ImportRow')
      .where('importId', 'in', (eb) => eb.selectFrom('Import').select('id').where('userId', '=', userId))
      .orderBy('importId')
      .orderBy('number')
      .limit(limit),
  )
