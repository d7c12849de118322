import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import { activeStates, type ImportState, type setImportInput } from '../../shared/imports.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { kysely, rows } from '../lib/sql.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { countRows } from './counts.ts'
import { deleteUnstarted } from './deletion.ts'
import { removeUploads } from './files.ts'
import { emitRefetch } from './refetch.ts'
import { leaveOut } from './settle.ts'
import { readSettings, type StoredAsks } from './stored.ts'

type Needs = WriteDeps
type Owner = Pick<SignedIn, 'id'>

const lockedImport = (viewer: Owner, id: number) =>
  kysely
    .selectFrom('Import')
    .select(['id', 'state', 'settings', 'asks', 'fileKey', 'startedAt'])
    .where('id', '=', id)
    .where('userId', '=', viewer.id)
    .forUpdate()

/**
 * Locks the viewer, then their import, which must be in one of these states. The worker locks in the same order.
 * @throws notFound; conflict if the import is in another state
 */
export async function lockImport(tx: Tx, viewer: Owner, id: number, states: readonly ImportState[]) {
  const userId = await lockUser(tx, viewer.id)
  const [found] = await rows(tx, lockedImport(viewer, id))
  if (!found) throw notFound('imports.notFound')
  if (!states.includes(found.state)) throw conflict('imports.notNow')
  return { ...found, userId }
}

/** Emits that an import changed in more than its counts. */
export const emitChanged = ({ emit }: Write, viewer: Owner, id: number): void =>
  emit(topics.imports(viewer.id), { type: 'import.changed', id }, viewer.id)

/**
 * Changes the viewer's settings of an import that is not started yet. If a setting changes the meaning of the rows, the file is
 * read again and decisions are kept. @throws notFound; conflict
 */
export async function setImport(
  deps: Needs,
  viewer: Owner,
  { id, settings }: z.output<typeof setImportInput>,
): Promise<{ id: number }> {
  await change(deps, async (write) => {
    const found = await lockImport(write.tx, viewer, id, ['preview', 'reading'])
    // Part of the import is already written: the rest must use the same settings.
    if (found.startedAt) throw conflict('imports.notNow')
    const before = readSettings(found.settings)
    const after = { ...before, ...settings }
    const { scale, dateOrder, encoding, columns, timeZone } = settings
    const isOther = [scale, dateOrder, encoding, columns, timeZone].some((each) => each !== undefined)
    const stored = JSON.parse(found.asks) as StoredAsks
    const { visibility, wishes, follows } = after
    const asks = stored.asks
    if (asks.visibility !== null && visibility) asks.visibility = visibility
    if (asks.wishes !== null && wishes !== undefined) asks.wishes = wishes
    if (asks.follows !== null && follows !== undefined) asks.follows = follows
    await write.tx.import.update({
      where: { id },
      data: { settings: JSON.stringify(after), asks: JSON.stringify(stored) },
      select: { id: true },
    })
    if (isOther || found.state === 'reading')
      await write.tx.$executeRaw`
        UPDATE Import SET state = 'reading', fileRead = 0, lease = NULL, leasedUntil = NULL, turnAt = UTC_TIMESTAMP(3)
        WHERE id = ${id}`
    else {
      if (wishes !== before.wishes) await leaveOut(write.tx, id, 'wish', wishes === false)
      if (follows !== before.follows) await leaveOut(write.tx, id, 'follow', follows === false)
      await write.tx.$executeRaw`UPDATE Import SET turnAt = UTC_TIMESTAMP(3) WHERE id = ${id}`
    }
    emitChanged(write, viewer, id)
  })
  return { id }
}

/** Starts writing the ready rows, while the other rows are still looked up. @throws notFound; conflict */
export async function startImport(
  deps: Needs,
  viewer: Owner,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, async (write) => {
    await lockImport(write.tx, viewer, id, ['preview'])
    const { ready, looking } = await countRows(write.tx, id)
    if (ready + looking === 0) throw conflict('imports.nothingReady')
    await write.tx.$executeRaw`
      UPDATE Import SET state = 'importing', startedAt = ${write.now}, lease = NULL, leasedUntil = NULL,
        turnAt = UTC_TIMESTAMP(3)
      WHERE id = ${id}`
    emitChanged(write, viewer, id)
  })
  return { id }
}

/** Cancels an import that has not ended. Rows that are already written are kept and can be undone. @throws notFound; conflict */
export async function cancelImport(
  deps: Needs & Pick<Deps, 'jobs'>,
  viewer: Owner,
  { id }: { id: number },
): Promise<{ id: number }> {
  const key = await change(deps, async (write) => {
    const states = activeStates.filter((state) => state !== 'undoing')
    const { fileKey } = await lockImport(write.tx, viewer, id, states)
    await endImport(write.tx, { id, state: 'cancelled', now: write.now })
    await emitRefetch(write, { id, userId: viewer.id })
    emitChanged(write, viewer, id)
    return fileKey
  })
  await removeUploads([key])
  deps.jobs.start((signal) => deleteUnstarted(deps, id, signal))
  return { id }
}

/** Starts the undo of an import, which keeps everything that was edited since. @throws notFound; conflict */
export async function undoImport(
  deps: Needs,
  viewer: Owner,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, async (write) => {
    const { userId } = await lockImport(write.tx, viewer, id, ['done', 'cancelled'])
    await refuseSecond(write.tx, userId)
    await write.tx
      .$executeRaw`UPDATE Import SET state = 'undoing', turnAt = UTC_TIMESTAMP(3) WHERE id = ${id}`
    emitChanged(write, viewer, id)
  })
  return { id }
}

/** Refuses a second import while the user has an active one. Must be called before an import becomes active. @throws conflict */
export async function refuseSecond(tx: Tx, userId: LockedUser): Promise<void> {
  const active = await tx.import.count({ where: { userId, state: { in: [...activeStates] } } })
  if (active > 0) throw conflict('imports.underWay')
}

/** Marks an import as ended and stores its counts. The caller must delete the upload. */
export async function endImport(
  tx: Tx,
  {
    id,
    state,
    now,
    error = null,
  }: { id: number; state: 'done' | 'failed' | 'cancelled'; now: Date; error?: string | null },
): Promise<void> {
  const counts = await countRows(tx, id)
  await tx.import.update({
    where: { id },
    data: {
      state,
      error,
      endedAt: now,
      outcome: JSON.stringify({ counts }),
      fileKey: null,
      turnAt: null,
      lease: null,
      leasedUntil: null,
    },
    select: { id: true },
  })
}
