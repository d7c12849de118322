import { createHash } from 'node:crypto'
import { COVER_WIDTH, hashOfPicture, picturePath } from '../../shared/pictures.ts'
import type { Pictures } from '../clients/pictures/client.ts'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, run, statement } from '../lib/sql.ts'
import type { PictureFile } from './decode.ts'

/** how long an upload can be used, and a picture that nothing shows is kept, in milliseconds */
export const UNUSED_FOR = 60 * 60_000
/** how long a moderator's edit can be undone, which brings the previous cover back */
export const UNDO_FOR = 30 * 24 * 60 * 60_000
const AT_ONCE = 200

/** Stores the files of a picture (`encodePicture`); returns its hash. */
export async function storePicture(
  { tx, now }: { tx: Tx; now: Date },
  files: readonly PictureFile[],
): Promise<string> {
  const hash = createHash('sha256').update(files.at(-1)!.data).digest('hex')
  const pictures = files.map(({ width, data }) => ({
    hash,
    width,
    data: new Uint8Array(data),
    createdAt: now,
  }))
  // The new time keeps a stored picture that was about to be deleted.
  await insertRows(tx, 'Picture', pictures, { orUpdate: ['createdAt'] })
  return hash
}

export type PictureAddress = { hash: string; width: number }

/** Returns null if the picture does not exist. */
export async function readPicture(db: Tx, address: PictureAddress): Promise<Buffer | null> {
  const [picture] = await pictureAt(db, address)
  return picture ? Buffer.from(picture.data) : null
}

const pictureAt = statement(({ hash, width }: PictureAddress) =>
  kysely.selectFrom('Picture').select('data').where('hash', '=', hash).where('width', '=', width),
)

/** Also reads the pictures that we serve ourselves. */
export const withOwnPictures = (db: Tx, pictures: Pictures): Pictures => ({
  async fetch(url) {
    const hash = hashOfPicture(url)
    return hash === null ? await pictures.fetch(url) : await readPicture(db, { hash, width: COVER_WIDTH })
  },
})

/** Deletes the picture at this address, unless an album shows it or somebody has just uploaded it. */
export async function deleteIfUnused(
  { tx, now }: { tx: Tx; now: Date },
  image: string | null,
): Promise<void> {
  const hash = image === null ? null : hashOfPicture(image)
  if (hash === null) return
  // Waits for a transaction that uploads the same picture; the next statements see what it has committed.
  await rows(tx, kysely.selectFrom('Picture').select('width').where('hash', '=', hash).forUpdate())
  const unused = await findUnused({ tx, now }, [hash])
  if (unused.length > 0) await run(tx, kysely.deleteFrom('Picture').where('hash', 'in', unused))
}

/** Finds the pictures that can be deleted. A new place that shows pictures must be added here. */
async function findUnused(
  { tx: db, now }: { tx: Tx; now: Date },
  hashes: readonly string[],
): Promise<string[]> {
  // Uploads first: one that becomes a cover meanwhile is found in one of the two places.
  const uploads = await rows(
    db,
    kysely.selectFrom('PictureUpload').select('hash').where('hash', 'in', hashes),
  )
  const images = hashes.map((hash) => picturePath(hash))
  const albums = await rows(db, kysely.selectFrom('Album').select('image').where('image', 'in', images))
  const since = new Date(now.getTime() - UNDO_FOR)
  const replaced = await rows(
    db,
    kysely
      .selectFrom('AlbumEdit')
      .select('image')
      .where('image', 'in', images)
      .where('createdAt', '>', since),
  )
  const used = new Set([
    ...uploads.map(({ hash }) => hash),
    ...[...albums, ...replaced].map(({ image }) => image && hashOfPicture(image)),
  ])
  return hashes.filter((hash) => !used.has(hash))
}

/** Deletes uploads that were not used within an hour, and pictures that nothing has shown for an hour. */
export async function deleteUnusedPictures(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now().getTime() - UNUSED_FOR)
  await run(db, kysely.deleteFrom('PictureUpload').where('createdAt', '<', before))
  let after = ''
  let count = 0
  while (!signal?.aborted) {
    const pictures = await rows(
      db,
      kysely
        .selectFrom('Picture')
        .select('hash')
        .distinct()
        .where('hash', '>', after)
        .orderBy('hash')
        .limit(AT_ONCE),
    )
    if (pictures.length === 0) break
    after = pictures.at(-1)!.hash
    const unused = await findUnused(
      { tx: db, now: now() },
      pictures.map(({ hash }) => hash),
    )
    if (unused.length === 0) continue
    const unusedFiles = kysely.deleteFrom('Picture').where('hash', 'in', unused)
    count += await run(db, unusedFiles.where('createdAt', '<', before))
  }
  return count
}
