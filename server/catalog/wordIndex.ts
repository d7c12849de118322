import type { Deps } from '../core/deps.ts'
import { transaction, type Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, run } from '../lib/sql.ts'
import { headsOf } from './typos.ts'
import { indexedWords, isWholeName } from './words.ts'

const ROWS_AT_ONCE = 1_000

/**
 * Writes the words by which the search finds albums, from the names that their rows have. Belongs to every change of an album's
 * names. A merged album keeps its words: the search for its names finds the one that replaces it. Words are deleted with their album.
 */
export async function writeAlbumWords(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const albums = await rows(
    tx,
    kysely
      .selectFrom('Album')
      .select(['id', 'artist', 'name'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate(),
  )
  const written = await rows(
    tx,
    kysely.selectFrom('AlbumWord').select(['word', 'albumId']).where('albumId', 'in', ids),
  )
  const words = new Map(albums.map(({ id, artist, name }) => [id, indexedWords({ artist, name })]))
  for (const { word, albumId } of written) {
    // The set keeps the words that are not written yet.
    if (!words.get(albumId)?.delete(word))
      await run(tx, kysely.deleteFrom('AlbumWord').where('albumId', '=', albumId).where('word', '=', word))
  }
  const missing = [...words].flatMap(([albumId, left]) => [...left].map((word) => ({ word, albumId })))
  await writeWords(tx, [...new Set(missing.map(({ word }) => word).filter((word) => !isWholeName(word)))])
  for (const batch of batches(missing)) await insertRows(tx, 'AlbumWord', batch, { orUpdate: ['word'] })
  await run(
    tx,
    kysely.updateTable('Album').set({ hasWords: true }).where('id', 'in', ids).where('hasWords', '=', false),
  )
}

/** Sorted, so that two transactions with the same new words wait for each other instead of deadlocking. */
async function writeWords(tx: Tx, words: readonly string[]): Promise<void> {
  for (const batch of batches(words.toSorted())) {
    const known = await rows(tx, kysely.selectFrom('Word').select('word').where('word', 'in', batch))
    const knownWords = new Set(known.map(({ word }) => word))
    const newWords = batch.filter((word) => !knownWords.has(word))
    await insertRows(
      tx,
      'Word',
      newWords.map((word) => ({ word })),
      { orUpdate: ['word'] },
    )
    const heads = new Map(
      newWords.flatMap(headsOf).map((row) => [`${row.length} ${row.omission} ${row.head}`, row]),
    )
    const sorted = [...heads.keys()].toSorted().map((key) => heads.get(key)!)
    for (const part of batches(sorted)) await insertRows(tx, 'WordHead', part, { orUpdate: ['head'] })
  }
}

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) yield items.slice(from, from + ROWS_AT_ONCE)
}

const ALBUMS_AT_ONCE = 200

/** Writes the words of albums that have none yet: those that are older than the search, or whose names changed. */
export async function fillAlbumWords({ db }: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const albums = await rows(
      db,
      kysely
        .selectFrom('Album')
        .select('id')
        .where('hasWords', '=', false)
        .orderBy('id')
        .limit(ALBUMS_AT_ONCE),
    )
    if (albums.length === 0) return
    await transaction(db, (tx) =>
      writeAlbumWords(
        tx,
        albums.map(({ id }) => id),
      ),
    )
  }
}
