import type { InferResult } from 'kysely'
import type { z } from 'zod'
import { topics } from '../../shared/events.ts'
import { withAnswers } from '../../shared/importAnswers.ts'
import {
  activeStates,
  type ChooseInput,
  type ImportState,
  type setImportInput,
} from '../../shared/imports.ts'
import { identityKey, resolveAlbum, type AlbumRow } from '../catalog/albums.ts'
import { keepGroupAlbum } from '../catalog/groupAlbums.ts'
import { change, manyRows, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { kysely, rows } from '../lib/sql.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { countRows } from './counts.ts'
import { removeUploads } from './files.ts'
import { end, move, statesBefore, wake } from './lifecycle.ts'
import { requireImport } from './queries.ts'
import { emitRefetch } from './refetch.ts'
import { deleteUnstarted } from './retention.ts'
import { settle, settleFollows, settleWishes } from './settle.ts'
import { readProposals, readSettings, type StoredAsks } from './stored.ts'
import { judgedOf } from './verdict.ts'

type Owner = Pick<SignedIn, 'id'>

const lockedImport = (viewer: Owner, id: number) =>
  kysely
    .selectFrom('Import')
    .select(['id', 'userId', 'state', 'format', 'settings', 'asks', 'fileKey', 'startedAt'])
    .where('id', '=', id)
    .where('userId', '=', viewer.id)
    .forUpdate()

export const emitChanged = ({ emit }: Write, viewer: Owner, id: number): void =>
  emit(topics.imports(viewer.id), { type: 'import.changed', id }, viewer.id)

type LockedImport = InferResult<ReturnType<typeof lockedImport>>[number]
type Allowed = { id: number; states: readonly ImportState[] }

/** Locks the viewer first and then the import, like the worker. @throws notFound; conflict if the import is in another state */
async function changeImport(
  deps: WriteDeps,
  viewer: Owner,
  { id, states }: Allowed,
  work: (write: Write, record: LockedImport, userId: LockedUser) => Promise<unknown>,
): Promise<{ id: number }> {
  await change(
    deps,
    async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const [record] = await rows(write.tx, lockedImport(viewer, id))
      if (!record) throw notFound('imports.notFound')
      if (!states.includes(record.state)) throw conflict('imports.notNow')
      await work(write, record, userId)
      emitChanged(write, viewer, id)
    },
    manyRows,
  )
  return { id }
}

/** If a setting changes the meaning of the rows, the file is read again and decisions are kept. @throws notFound; conflict */
export const setImport = (
  deps: WriteDeps,
  viewer: Owner,
  { id, settings }: z.output<typeof setImportInput>,
) =>
  changeImport(deps, viewer, { id, states: statesBefore('readAgain') }, async ({ tx }, record) => {
    // Part of the import is already written: the rest must use the same settings.
    if (record.startedAt) throw conflict('imports.notNow')
    const newSettings = JSON.stringify({ ...readSettings(record.settings), ...settings })
    const stored = JSON.parse(record.asks) as StoredAsks
    // The next choice can come before the file is read again, from a page that shows this one.
    const asks: StoredAsks = { ...stored, asks: withAnswers(stored.asks, settings) }
    const data = { settings: newSettings, asks: JSON.stringify(asks) }
    await tx.import.update({ where: { id }, data, select: { id: true } })
    const { scale, dateOrder, encoding, columns, timeZone } = settings
    const isOther = [scale, dateOrder, encoding, columns, timeZone].some((each) => each !== undefined)
    if (isOther || record.state === 'reading') return await move(tx, 'readAgain', { id, fileRead: 0 })
    const [previous, judged] = [judgedOf(record), judgedOf({ ...record, settings: newSettings })]
    if (judged.wishes !== previous.wishes) await settleWishes(tx, judged)
    if (judged.follows !== previous.follows) await settleFollows(tx, judged)
    await wake(tx, id)
  })

/** Other rows are still looked up meanwhile. @throws notFound; conflict */
export const startImport = (deps: WriteDeps, viewer: Owner, { id }: { id: number }) =>
  changeImport(deps, viewer, { id, states: statesBefore('start') }, async ({ tx, now }) => {
    const { ready, looking } = await countRows(tx, id)
    if (ready + looking === 0) throw conflict('imports.nothingReady')
    await move(tx, 'start', { id, startedAt: now })
  })

/** Rows that are already written are kept and can be undone. @throws notFound; conflict */
export async function cancelImport(
  deps: WriteDeps & Pick<Deps, 'jobs'>,
  viewer: Owner,
  { id }: { id: number },
): Promise<{ id: number }> {
  let fileKey: string | null = null
  await changeImport(deps, viewer, { id, states: statesBefore('cancel') }, async (write, record) => {
    ;({ fileKey } = record)
    await end(write.tx, 'cancel', { id, now: write.now })
    await emitRefetch(write, { id, userId: viewer.id })
  })
  await removeUploads([fileKey])
  deps.jobs.start((signal) => deleteUnstarted(deps, id, signal))
  return { id }
}

/** Keeps everything that was edited since. @throws notFound; conflict */
export const undoImport = (deps: WriteDeps, viewer: Owner, { id }: { id: number }) =>
  changeImport(deps, viewer, { id, states: statesBefore('undo') }, async ({ tx }, _, userId) => {
    await refuseSecond(tx, userId)
    await move(tx, 'undo', { id })
  })

/** Must be called before an import becomes active. @throws conflict */
export async function refuseSecond(tx: Tx, userId: LockedUser): Promise<void> {
  const active = await tx.import.count({ where: { userId, state: { in: [...activeStates] } } })
  if (active > 0) throw conflict('imports.underWay')
}

const undecidedStates = ['preview', 'importing'] as const

/**
 * All other rows of the same names get it too. An import under way writes them.
 * @throws notFound for the import, the row or the album; conflict when the import has ended; unavailable; tooMany
 */
export async function chooseAlbum(
  deps: Deps,
  viewer: Owner,
  { id, row, album: ref }: ChooseInput,
): Promise<{ id: number }> {
  // Checked first, so that a request that will be refused makes no call to the catalogue.
  await requireImport(deps.db, viewer, id)
  const album = (await keepProposal(deps, { id, row, album: ref })) ?? (await resolveAlbum(deps, ref))
  return await changeImport(deps, viewer, { id, states: undecidedStates }, async ({ tx, now }, record) => {
    const importRow = await tx.importRow.findUnique({
      where: { importId_number: { importId: id, number: row } },
      select: { importAlbumId: true, state: true },
    })
    if (!importRow?.importAlbumId || importRow.state === 'written') throw notFound('imports.rowGone')
    await tx.importAlbum.update({
      where: { id: importRow.importAlbumId },
      data: { state: 'found', albumId: album.id, chosen: true, checkedAt: now },
      select: { id: true },
    })
    await settle(tx, judgedOf(record), [importRow.importAlbumId])
    await wake(tx, id)
  })
}

/** Null if the album is none of the proposals, or has a row. */
async function keepProposal(deps: WriteDeps, { id, row, album: ref }: ChooseInput): Promise<AlbumRow | null> {
  const importRow = await deps.db.importRow.findUnique({
    where: { importId_number: { importId: id, number: row } },
    select: { importAlbum: { select: { proposals: true } } },
  })
  const key = identityKey(ref)
  const groupId = readProposals(importRow?.importAlbum?.proposals ?? null).find(
    ({ artist, name }) => identityKey({ artist, album: name }) === key,
  )?.groupId
  return groupId === undefined ? null : await change(deps, (write) => keepGroupAlbum(write, groupId))
}

export const confirmHeard = (deps: WriteDeps, viewer: Owner, { id }: { id: number }) =>
  changeImport(deps, viewer, { id, states: undecidedStates }, async ({ tx }, record) => {
    const albums = await tx.importAlbum.findMany({
      where: { importId: id, state: 'found', heard: { not: null }, chosen: false },
      select: { id: true },
    })
    const ids = albums.map((each) => each.id)
    await tx.importAlbum.updateMany({ where: { id: { in: ids } }, data: { chosen: true } })
    await settle(tx, judgedOf(record), ids)
    await wake(tx, id)
  })
