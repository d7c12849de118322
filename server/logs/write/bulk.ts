import { sql } from 'kysely'
import { utcDay } from '../../../shared/days.ts'
import { sees, type Visibility } from '../../../shared/visibility.ts'
import type { Write } from '../../core/change.ts'
import type { LogSource } from '../../generated/prisma/client.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, run, statement } from '../../lib/sql.ts'
import { deleteNotificationsAbout } from '../../notifications/write/withdraw.ts'
import { defaultVisibility } from '../../users/defaultVisibility.ts'
import type { Batch, LockedUser } from '../../users/lock.ts'
import { inBatches } from '../inBatches.ts'
import { readTags } from '../read/tags.ts'
import { logColumns, type LogChange, type LogRow, type Origin } from './changes.ts'
import { applyEffects } from './effects.ts'
import { listenedAlbums } from './opinions.ts'

export type NewLog = Omit<LogRow, 'id' | 'tagCount' | 'feedAt' | 'version'> & {
  relisten: boolean
  tags: readonly string[]
}

const idsFrom = statement(({ userId, first }: { userId: number; first: number }) =>
  kysely.selectFrom('Log').select('id').where('userId', '=', userId).where('id', '>=', first).orderBy('id'),
)

async function insertLogs(
  { tx, now }: Write,
  userId: LockedUser,
  { logs, ...common }: { logs: readonly NewLog[]; source: LogSource; importId: number | null },
): Promise<LogChange[]> {
  if (logs.length === 0) return []
  const contents = logs.map(({ tags, ...log }) => ({ ...log, tagCount: tags.length }))
  const first = await insertRows(
    tx,
    'Log',
    contents.map((log) => ({ ...log, ...common, userId, imported: true, updatedAt: now })),
  )
  // A single INSERT assigns ascending ids in the order of its rows, and the lock keeps others from adding any for this user.
  const ids = await idsFrom(tx, { userId, first })
  return contents.map((log, index) => ({
    previous: null,
    current: { ...log, id: ids[index]!.id, feedAt: null, version: 1 },
    tags: logs[index]!.tags,
  }))
}

export async function importLogs(
  write: Write,
  { userId: owner, importId }: { userId: LockedUser; importId: number },
  logs: readonly NewLog[],
): Promise<void> {
  const changes = await insertLogs(write, owner, { logs, source: 'manual', importId })
  await applyEffects(write, { owner, origin: 'import', logs: changes })
}

export async function deleteLogs(
  write: Write,
  { owner, origin }: { owner: LockedUser; origin: Origin },
  logs: readonly LogRow[],
): Promise<void> {
  await applyEffects(write, { owner, origin, logs: await deleteRows(write, logs) })
}

/** Also deletes the notifications about them, whose groups can be corrected only before that. */
async function deleteRows(write: Write, logs: readonly LogRow[]): Promise<LogChange[]> {
  if (logs.length === 0) return []
  const tagsOf = await readTags(write.tx, logs)
  const ids = logs.map(({ id }) => id)
  await deleteNotificationsAbout(write, { logs: ids })
  await inBatches(ids, (batch) => run(write.tx, kysely.deleteFrom('Log').where('id', 'in', batch)))
  return logs.map((previous) => ({ previous, current: null, previousTags: tagsOf(previous.id) }))
}

/** Keeps listenings that were edited since. Returns how many were deleted; 0 when none is left. */
export async function deleteImported(
  write: Write,
  { userId: owner, importId, limit }: Batch & { importId: number },
): Promise<number> {
  const where = { userId: owner, importId }
  const logs = await write.tx.log.findMany({ where, orderBy: { id: 'asc' }, take: limit })
  await deleteLogs(write, { owner, origin: 'undo' }, logs)
  return logs.length
}

export async function deleteLogsOf(write: Write, { userId: owner, limit }: Batch): Promise<number> {
  const logs = await write.tx.log.findMany({ where: { userId: owner }, orderBy: { id: 'asc' }, take: limit })
  await deleteLogs(write, { owner, origin: 'removal' }, logs)
  return logs.length
}

const empty = { rating: 0, review: null, reviewedAt: null, relisten: false, tags: [] }

const syncedLogs = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('Log').select(logColumns).where('userId', '=', userId).where('source', '=', 'spotify'),
)

/** Unchanged rows are not written again, and the user's own listenings are never touched. */
export async function replaceSynced(
  write: Write,
  owner: LockedUser,
  savedAt: ReadonlyMap<number, Date>,
): Promise<{ added: number; removed: number }> {
  const synced = await syncedLogs(write.tx, { userId: owner })
  const listened = await listenedAlbums(write.tx, { userId: owner })
  const listenedIds = new Set(listened.map(({ albumId }) => albumId))
  const visibility = await defaultVisibility(write.tx, owner)
  const deleted = await deleteRows(
    write,
    synced.filter(({ albumId }) => !savedAt.has(albumId)),
  )
  const moved = await moveSynced(write, owner, { synced, savedAt })
  const added: LogChange[] = []
  const missing = [...savedAt].filter(([albumId]) => !listenedIds.has(albumId))
  await inBatches(missing, async (batch) => {
    const logs = batch.map(([albumId, createdAt]) => {
      return { ...empty, albumId, createdAt, date: dayOf(createdAt), visibility }
    })
    added.push(...(await insertLogs(write, owner, { logs, source: 'spotify', importId: null })))
  })
  await applyEffects(write, { owner, origin: 'sync', logs: [...deleted, ...moved, ...added] })
  return { added: added.length, removed: deleted.length }
}

const dayOf = (moment: Date): Date => new Date(utcDay(moment))

/** Concerns albums that were removed and saved again at the service. */
async function moveSynced(
  { tx, now: updatedAt }: Write,
  userId: LockedUser,
  { synced, savedAt }: { synced: readonly LogRow[]; savedAt: ReadonlyMap<number, Date> },
): Promise<LogChange[]> {
  const changes = synced.flatMap((previous) => {
    const createdAt = savedAt.get(previous.albumId)
    if (!createdAt || createdAt.getTime() === previous.createdAt.getTime()) return []
    const current = { ...previous, createdAt, date: dayOf(createdAt), version: previous.version + 1 }
    return [{ previous, current }]
  })
  // The rows exist: only their columns are updated.
  const rows = changes.map(({ current: { id, albumId, createdAt, date, version } }) => {
    return { id, userId, albumId, createdAt, date, version, updatedAt }
  })
  const orUpdate = ['createdAt', 'date', 'version', 'updatedAt'] as const
  await inBatches(rows, (batch) => insertRows(tx, 'Log', batch, { orUpdate }))
  return changes
}

export async function deleteSynced(write: Write, owner: LockedUser): Promise<void> {
  await deleteLogs(write, { owner, origin: 'sync' }, await syncedLogs(write.tx, { userId: owner }))
}

export async function setLevelOfLogs(write: Write, owner: LockedUser, level: Visibility): Promise<number> {
  const { tx, now } = write
  const count = await writeLevel(tx, { owner, level, now })
  if (count === 0) return 0
  // Listenings that a moderator hides stay hidden: for them, the effects of the new visibility are corrected.
  const hidden = await tx.log.findMany({ where: { userId: owner, hiddenLevel: { not: null } } })
  const tagsOf = await readTags(tx, hidden)
  const logs = hidden.map((current) => ({
    previous: { ...current, visibility: level },
    current,
    previousTags: tagsOf(current.id),
  }))
  await applyEffects(write, { owner, origin: 'visibility', logs, level, refetch: { ownerId: owner } })
  return count
}

const writeLevel = (
  tx: Tx,
  { owner, level, now }: { owner: LockedUser; level: Visibility; now: Date },
): Promise<number> =>
  run(
    tx,
    kysely
      .updateTable('Log')
      .set({
        hiddenLevel: sql<Visibility>`IF(hiddenLevel IS NULL, NULL, ${level})`,
        visibility: sql<Visibility>`IF(hiddenLevel IS NULL, ${level}, 'me')`,
        feedAt: sees('follower', level) ? sql<Date>`IF(hiddenLevel IS NULL, enteredAt, NULL)` : null,
        version: sql`version + 1`,
        updatedAt: now,
      })
      .where('userId', '=', owner)
      .where(sql<boolean>`COALESCE(hiddenLevel, visibility) <> ${level}`),
  )
