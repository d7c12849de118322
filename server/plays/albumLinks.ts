import { paths } from '../../shared/paths.ts'
import { identityKey } from '../catalog/albums.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, padded, statement } from '../lib/sql.ts'

type Played = {
  artist: string
  album: string | null
  albumArtist: string | null
  albumKey: Uint8Array | null
}

const albumsNamed = statement(({ keys }: { keys: string[] }) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('Album as b', 'b.id', 'a.mergedIntoId')
    .select((eb) => ['a.key as name', eb.fn.coalesce('b.artist', 'a.artist').as('artist')])
    .select((eb) => eb.fn.coalesce('b.name', 'a.name').as('album'))
    .where('a.key', 'in', keys),
)

const albumsByAlias = statement(({ aliases }: { aliases: Uint8Array[] }) =>
  kysely
    .selectFrom('AlbumAlias as s')
    .innerJoin('Album as a', 'a.id', 's.albumId')
    .leftJoin('Album as b', 'b.id', 'a.mergedIntoId')
    .select((eb) => ['s.key as name', eb.fn.coalesce('b.artist', 'a.artist').as('artist')])
    .select((eb) => eb.fn.coalesce('b.name', 'a.name').as('album'))
    .where('s.key', 'in', aliases),
)

const nobodysKey = new Uint8Array(32)
const textOf = (key: Uint8Array): string => Buffer.from(key).toString('base64')

/** Returns the path of the page of each play's album; null for albums that have no row. */
export async function albumLinksOf(
  db: Tx,
  plays: readonly Played[],
): Promise<(play: Played) => string | null> {
  const keyOf = ({ artist, album, albumArtist }: Played) =>
    album === null ? null : identityKey({ artist: albumArtist ?? artist, album })
  const keys = [...new Set(plays.map(keyOf))].filter((key) => key !== null)
  if (keys.length === 0) return () => null
  const aliases = [
    ...new Map(
      plays.flatMap(({ albumKey }) => (albumKey ? [[textOf(albumKey), albumKey] as const] : [])),
    ).values(),
  ]
  const [named, byAlias] = await Promise.all([
    albumsNamed(db, { keys: padded(keys, '') }),
    albumsByAlias(db, { aliases: padded(aliases, nobodysKey) }),
  ])
  const pathOf = ({ artist, album }: { artist: string; album: string }) =>
    paths.album({ artist, name: album })
  const byKey = new Map(named.map((row) => [row.name, pathOf(row)]))
  const byHash = new Map(byAlias.map((row) => [textOf(row.name), pathOf(row)]))
  return (play) => {
    const key = keyOf(play)
    return key === null ? null : (byKey.get(key) ?? byHash.get(textOf(play.albumKey!)) ?? null)
  }
}
