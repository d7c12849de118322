import { createHash } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows, kysely, rows, run, statement } from '../lib/sql.ts'

/** Short form of an album's identity, for columns and topics that are too short for the identity. */
export const hashOfIdentity = (key: string): Buffer => createHash('sha256').update(key).digest()
/** A hash as the key of a map. */
export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

export async function findAlias({ db }: { db: Tx }, key: string): Promise<string | null> {
  const [row] = await keyByAlias(db, { hash: hashOfIdentity(key) })
  return row?.key ?? null
}

const keyByAlias = statement(({ hash }: { hash: Uint8Array }) =>
  kysely
    .selectFrom('AlbumAlias as s')
    .innerJoin('Album as a', 'a.id', 's.albumId')
    .select('a.key')
    .where('s.key', '=', hash),
)

const withoutAlias = statement(({ key, alias }: { key: string; alias: Uint8Array }) =>
  kysely
    .selectFrom('Album as a')
    .select('a.id')
    .where('a.key', '=', key)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('AlbumAlias as s')
            .select('s.albumId')
            .where('s.key', '=', alias)
            .whereRef('s.albumId', '=', 'a.id'),
        ),
      ),
    ),
)

/**
 * Stores that the catalogue corrected one identity to another, so that an old link finds the album without
 * the catalogue. Writes nothing for an album without a row, or if the alias is stored already.
 */
export async function rememberAlias({ db }: { db: Tx }, requested: string, key: string): Promise<void> {
  if (requested === key) return
  const alias = hashOfIdentity(requested)
  const [album] = await withoutAlias(db, { key, alias })
  if (!album) return
  await insertRows(db, 'AlbumAlias', [{ key: alias, albumId: album.id }], { orUpdate: ['albumId'] })
}

const MOST_OF_ALBUM = 50
const AT_ONCE = 1_000

/**
 * Deletes the aliases of unused albums, and those of an album beyond the maximum: anybody can request any misspelling. Aliases of
 * albums that were merged, edited or added by people can be their old addresses, which no service knows.
 */
export async function pruneAliases({ db }: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<number> {
  const counts = new Map<number, number>()
  let total = 0
  let after: Uint8Array = new Uint8Array(32)
  while (!signal?.aborted) {
    const aliases = await rows(db, aliasesAfter(after))
    const superfluous = aliases.filter(({ albumId, isNeeded }) => {
      const count = (counts.get(albumId) ?? 0) + 1
      if (isNeeded) counts.set(albumId, count)
      return !isNeeded || count > MOST_OF_ALBUM
    })
    if (superfluous.length > 0) {
      const keys = superfluous.map(({ key }) => key)
      total += await run(db, kysely.deleteFrom('AlbumAlias').where('key', 'in', keys))
    }
    if (aliases.length < AT_ONCE) break
    after = aliases.at(-1)!.key
  }
  return total
}

const places = ['Log', 'Favorite', 'TopAlbum', 'ListenLater', 'ListAlbum', 'ImportAlbum'] as const

const aliasesAfter = (after: Uint8Array) =>
  kysely
    .selectFrom('AlbumAlias as s')
    .select(['s.key', 's.albumId'])
    .select((eb) => {
      const isIn = (table: (typeof places)[number]) =>
        eb.exists(eb.selectFrom(table).select('albumId').whereRef(`${table}.albumId`, '=', 's.albumId'))
      const isOurs = eb.exists(
        eb
          .selectFrom('Album as a')
          .select('a.id')
          .whereRef('a.id', '=', 's.albumId')
          .where((or) =>
            or.or([
              or('a.mergedIntoId', 'is not', null),
              or('a.edited', '<>', ''),
              or('a.isAdded', '=', true),
            ]),
          ),
      )
      return eb.or([...places.map(isIn), isOurs]).as('isNeeded')
    })
    .where('s.key', '>', after)
    .orderBy('s.key')
    .limit(AT_ONCE)
