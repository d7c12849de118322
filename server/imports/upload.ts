import { randomUUID } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import type { ImportSettings, Uploaded } from '../../shared/imports.ts'
import { importLimits } from '../../shared/limits.ts'
import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { keyOf, limited, uploadedBytes, uploads } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { fromNow } from '../jobs/lease.ts'
import type { Tx } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { kysely, run } from '../lib/sql.ts'
import { lockUser } from '../users/lock.ts'
import { keepUpload, removeUploads } from './files.ts'
import { LEASE_SECONDS } from './job.ts'
import { isRefused, move } from './lifecycle.ts'
import { emitChanged, refuseSecond } from './mutations.ts'
import { deleteDeadUploads } from './retention.ts'
import { nothingAsked } from './stored.ts'

/** milliseconds between two extensions of an upload's lease */
const BEAT = 10_000

type Upload = {
  fileName: string
  file: Readable
  /** as the request declares it, in bytes */
  length?: number
  settings?: ImportSettings
}

/**
 * Streams the file to disk, without holding it in memory.
 * @throws conflict if the viewer has an active import; invalid for an empty file, one of more than 200 MB, or an incomplete one;
 * tooMany, before the upload if its size is declared
 */
export async function takeUpload(deps: Deps, viewer: SignedIn, upload: Upload): Promise<Uploaded> {
  await deps.limit(uploads).take(keyOf(viewer))
  return await limited(deps, viewer, async (spend) => {
    if (upload.length) await spend([uploadedBytes], upload.length)
    return await receiveUpload(deps, viewer, spend, upload)
  })
}

async function receiveUpload(
  deps: Deps,
  viewer: SignedIn,
  spend: Spend,
  { fileName, file, settings = {} }: Upload,
): Promise<Uploaded> {
  const fileKey = randomUUID()
  const id = await begin(deps, viewer, { fileName: fileName.slice(0, 255), fileKey, settings })
  const beat = setInterval(() => void extend(deps.db, id).catch(() => {}), BEAT)
  try {
    const size = await receive(file, fileKey)
    if (size === 0) throw invalid('imports.fileEmpty')
    await spend([uploadedBytes], size)
    await change(deps, async (write) => {
      await lockUser(write.tx, viewer.id)
      await move(write.tx, 'receive', { id, fileSize: size })
      emitChanged(write, viewer, id)
    })
    return { id }
  } catch (error) {
    await removeUploads([fileKey])
    // A failed upload leaves no import behind.
    await deps.db.import.deleteMany({ where: { id, userId: viewer.id, state: 'uploading' } })
    throw isCut(error) ? invalid('imports.uploadCut') : error
  } finally {
    clearInterval(beat)
  }
}

/** True if the connection broke, or if the user has cancelled the import in the meantime. */
const isCut = (error: unknown) =>
  isRefused(error) ||
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as { code?: string }).code ?? '')

/** Deletes an earlier import of the viewer whose upload died with its process. */
async function begin(
  deps: Deps,
  viewer: SignedIn,
  {
    fileName,
    fileKey,
    settings: initialSettings,
  }: { fileName: string; fileKey: string; settings: ImportSettings },
): Promise<number> {
  return await change(deps, async ({ tx, now }) => {
    const userId = await lockUser(tx, viewer.id)
    await deleteDeadUploads(tx, userId)
    await refuseSecond(tx, userId)
    const [settings, asks] = [JSON.stringify(initialSettings), JSON.stringify(nothingAsked)]
    const data = { userId: viewer.id, fileName, fileKey, settings, asks, createdAt: now }
    const { id } = await tx.import.create({ data, select: { id: true } })
    await extend(tx, id)
    return id
  })
}

const extend = (db: Tx, id: number) =>
  run(
    db,
    kysely
      .updateTable('Import')
      .set({ leasedUntil: fromNow(LEASE_SECONDS) })
      .where('id', '=', id)
      .where('state', '=', 'uploading'),
  )

/** @throws invalid if the file exceeds the limit; the upload stops there */
async function receive(file: Readable, fileKey: string): Promise<number> {
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      done(size > importLimits.upload ? invalid('imports.fileTooLarge') : null, chunk)
    },
  })
  file.on('error', (error) => counter.destroy(error))
  file.on('aborted', () => counter.destroy(invalid('imports.uploadCut')))
  await keepUpload(fileKey, file.pipe(counter))
  return size
}
