import { nameKey } from '../../shared/albumKey.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'

/** maximum number of rows that are read of an artist */
export const MOST_OF_ARTIST = 1_000

const between = statement(({ from, to }: { from: string; to: string }) =>
  kysely
    .selectFrom('Album as a')
    .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
    .select(['a.key', 'a.artist', 'a.name', 'a.image', 'a.year', 'a.type', 'a.releaseDate', 'a.edited'])
    .select(['l.groupId', 'l.state'])
    .where('a.key', '>=', from)
    .where('a.key', '<', to)
    .where('a.mergedIntoId', 'is', null)
    .orderBy('a.id')
    .limit(MOST_OF_ARTIST),
)

export type OwnAlbumOfArtist = Awaited<ReturnType<typeof between>>[number]

const prefixOf = (artist: string): string => `${nameKey(artist)}-`

/** Returns the rows of an artist's albums, except merged ones. In order, a dot follows the hyphen after the artist's name. */
export const readAlbumsOfArtist = (db: Tx, artist: string): Promise<OwnAlbumOfArtist[]> =>
  between(db, { from: prefixOf(artist), to: `${nameKey(artist)}.` })

/** True if `readAlbumsOfArtist` returns an album with this key, unless it was merged or there are too many. */
export const isOfArtist = (artist: string, key: string): boolean => key.startsWith(prefixOf(artist))
