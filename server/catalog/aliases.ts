import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { kysely, statement } from '../lib/sql.ts'

/** A short form of an album's identity, for where the identity itself would be too long. */
export const hashOfIdentity = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The identity of the album that is known under another name ('bjork' for 'björk'); null when that is nobody's. */
export async function findAlias({ db }: Pick<Deps, 'db'>, key: string): Promise<string | null> {
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

const withoutAlias = statement(({ own, alias }: { own: string; alias: Uint8Array }) =>
  kysely
    .selectFrom('Album as a')
    .select('a.id')
    .where('a.key', '=', own)
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
 * Remembers that the catalogue corrected one identity to another, for as long as somebody needs that album: an old
 * link then finds it without the catalogue. Nothing is written for an album without a row, or twice.
 */
export async function rememberAlias({ db }: Pick<Deps, 'db'>, requested: string, own: string): Promise<void> {
  if (requested === own) return
  const alias = hashOfIdentity(requested)
  const [album] = await withoutAlias(db, { own, alias })
  if (!album) return
  await db.$executeRaw`
    INSERT INTO AlbumAlias (\`key\`, albumId) VALUES (${alias}, ${album.id})
    ON DUPLICATE KEY UPDATE albumId = VALUES(albumId)`
}
