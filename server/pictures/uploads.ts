import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BulkheadRejectedError } from 'cockatiel'
import { pictureLimits } from '../../shared/limits.ts'
import { picturePath } from '../../shared/pictures.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { keyOf, uploadedBytes, uploads } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { invalid, unavailable } from '../lib/errors.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import { coverRules, encodePicture, type PictureFile, type PictureRules } from './decode.ts'
import { storePicture, UNUSED_FOR } from './store.ts'

/**
 * Stores a picture as a cover, for one album that the viewer adds or edits within an hour.
 * @throws as receivePicture, on the field 'cover'
 */
export async function uploadCover(
  deps: WriteDeps & Pick<Deps, 'limit'>,
  viewer: SignedIn,
  file: Readable,
): Promise<{ cover: string }> {
  await deps.limit(uploads).take(keyOf(viewer))
  const files = await receivePicture(deps, viewer, file, coverRules)
  return await change(deps, async ({ tx, now }) => {
    const id = randomUUID()
    const hash = await storePicture({ tx, now }, files)
    await tx.pictureUpload.create({ data: { id, userId: viewer.id, hash, createdAt: now } })
    return { cover: id }
  })
}

/** @throws the errors of the rules; tooMany; unavailable while too many pictures are being decoded */
export async function receivePicture(
  deps: Pick<Deps, 'limit'>,
  viewer: { id: number },
  file: Readable,
  rules: PictureRules,
): Promise<PictureFile[]> {
  const bytes = await receive(file, rules)
  await deps.limit(uploadedBytes).take(keyOf(viewer), Math.max(bytes.length, 1))
  return await encodePicture(bytes, rules).catch((error: unknown) => {
    throw error instanceof BulkheadRejectedError ? unavailable('error', error) : error
  })
}

/** Stops reading at the limit. */
async function receive(file: Readable, { refusal }: PictureRules): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > pictureLimits.upload) throw refusal('tooLarge')
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
  if (!upload) throw invalid('albums.coverExpired', 'cover')
  await run(tx, kysely.deleteFrom('PictureUpload').where('id', '=', id))
  return picturePath(upload.hash)
}
