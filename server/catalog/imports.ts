import type { CoverAlbum } from '../../shared/catalog.ts'
import type { Deps } from '../core/deps.ts'
import { transaction } from '../lib/db.ts'
import { insertRows, kysely, rows, run } from '../lib/sql.ts'
import { identityKey } from './albums.ts'
import { hashOfIdentity } from './aliases.ts'
import { queueAlbums } from './linking/queue.ts'
import { findSurvivors } from './survivors.ts'
import { writeAlbumWords } from './wordIndex.ts'

const AT_ONCE = 500

export function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE)
}

/**
 * Returns the ids in the order of the albums. Creates missing rows with the names as given: an import has too many albums to look
 * up in the catalogue. Uses existing rows, including those under the catalogue's corrected names.
 */
export async function keepImportedAlbums(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  albums: readonly CoverAlbum[],
): Promise<number[]> {
  const keys = albums.map(({ artist, name }) => identityKey({ artist, album: name }))
  const albumByKey = new Map(keys.map((key, index) => [key, albums[index]!]))
  const ids = await findIds(db, [...albumByKey.keys()])
  // Sorted by key, so that two concurrent imports wait for each other instead of deadlocking.
  const missing = [...albumByKey.keys()].filter((key) => !ids.has(key)).toSorted()
  const at = now()
  for (const batch of batches(missing)) {
    const albumRows = batch.map((key) => {
      const { artist, name, image } = albumByKey.get(key)!
      return { key, artist, name, image, createdAt: at, updatedAt: at }
    })
    // An update that changes nothing: another import can have created the row.
    await insertRows(db, 'Album', albumRows, { orUpdate: ['key'] })
    await queueAlbums({ db, now }, batch)
  }
  const created = await findIds(db, missing)
  for (const [key, id] of created) ids.set(key, id)
  for (const batch of batches([...created.values()]))
    await transaction(db, (tx) => writeAlbumWords(tx, batch))
  return keys.map((key) => ids.get(key)!)
}

/** Names of a merged album mean the one that replaces it. */
export async function findIds(db: Deps['db'], keys: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const batch of batches(keys)) {
    const byHash = new Map(batch.map((key) => [hashOfIdentity(key).toString('hex'), key]))
    const corrected = await rows(
      db,
      kysely
        .selectFrom('AlbumAlias')
        .select(['key', 'albumId'])
        .where('key', 'in', batch.map(hashOfIdentity)),
    )
    for (const { key, albumId } of corrected) ids.set(byHash.get(Buffer.from(key).toString('hex'))!, albumId)
    const existing = await rows(
      db,
      kysely.selectFrom('Album').select(['id', 'key']).where('key', 'in', batch),
    )
    for (const { key, id } of existing) ids.set(key, id)
  }
  const survivorOf = await findSurvivors(db, [...ids.values()])
  for (const [key, id] of ids) ids.set(key, survivorOf(id))
  return ids
}

export async function writeTrackCount(
  db: Deps['db'],
  { albumId, trackCount }: { albumId: number; trackCount: number },
): Promise<void> {
  await run(db, kysely.updateTable('Album').set({ trackCount }).where('id', '=', albumId))
}
