import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BulkheadRejectedError } from 'cockatiel'
import { pictureLimits } from '../../shared/limits.ts'
import { coverWidths, picturePath } from '../../shared/pictures.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { keyOf, uploadedBytes, uploads } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { invalid, unavailable } from '../lib/errors.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import { encodePicture } from './decode.ts'
import { storePicture, UNUSED_FOR } from './store.ts'

/**
 * Stores a picture as a cover, for one album that the viewer adds or edits within an hour.
 * @throws invalid on the field 'cover'; tooMany; unavailable while too many pictures are being decoded
 */
export async function uploadCover(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  file: Readable,
): Promise<{ cover: string }> {
  await deps.limit(uploads).take(keyOf(viewer))
  const bytes = await receive(file)
  await deps.limit(uploadedBytes).take(keyOf(viewer), Math.max(bytes.length, 1))
  const files = await encodePicture(bytes, coverWidths).catch((error: unknown) => {
    throw error instanceof BulkheadRejectedError ? unavailable('error', error) : error
  })
  return await change(deps, async ({ tx, now }) => {
    const id = randomUUID()
    const hash = await storePicture({ tx, now }, files)
    await tx.pictureUpload.create({ data: { id, userId: viewer.id, hash, createdAt: now } })
    return { cover: id }
  })
}

/** Stops reading at the limit. @throws invalid */
async function receive(file: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > pictureLimits.upload) throw invalid('pictures.tooLarge', 'cover')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Returns the address of an uploaded cover, which can be used only this once.
 * @throws invalid on the field 'cover' if the upload has expired, was used, or is another user's
 */
export async function takeUpload({ tx, now }: Write, viewer: { id: number }, id: string): Promise<string> {
  const since = new Date(now.getTime() - UNUSED_FOR)
  const [upload] = await rows(
    tx,
    kysely
      .selectFrom('PictureUpload')
      .select('hash')
      .where('id', '=', id)
      .where('userId', '=', viewer.id)
      .where('createdAt', '>=', since)
      .forUpdate(),
  )
  if (!upload) throw invalid('pictures.expired', 'cover')
  await run(tx, kysely.deleteFrom('PictureUpload').where('id', '=', id))
  return picturePath(upload.hash)
}
