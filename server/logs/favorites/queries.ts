import { sql } from 'kysely'
import type { AlbumCard } from '../../../shared/catalog.ts'
import { readCursor, writeCursor, type Cursor } from '../../../shared/cursor.ts'
import type { FavoriteListInput } from '../../../shared/favorites.ts'
import { limits } from '../../../shared/limits.ts'
import { emptyPage, type Page } from '../../../shared/page.ts'
import { byReader, isSeenBy } from '../../access/visibleTo.ts'
import type { Deps } from '../../core/deps.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { newestFirst, pageOf } from '../../lib/keyset.ts'
import { byIndex, kysely, statement } from '../../lib/sql.ts'
import { readOf } from '../../users/queries.ts'

const PAGE = limits.profilePage

/** A favorite is visible if the reader can see any listening of its album, or if there is no listening. */
const favoritesSeenBy = byReader((reader) =>
  statement(({ userId, after }: { userId: number; after: Cursor | null }) =>
    kysely
      .selectFrom('Favorite as f')
      .innerJoin('Album as a', 'a.id', 'f.albumId')
      // Index forced: for each favorite, MariaDB would otherwise search all opinions of the user.
      .leftJoin(byIndex('Opinion', 'o', 'PRIMARY'), (join) =>
        join.onRef('o.userId', '=', 'f.userId').onRef('o.albumId', '=', 'f.albumId'),
      )
      .modifyFront(sql`STRAIGHT_JOIN`)
      .select(['f.albumId', 'f.createdAt', 'a.artist', 'a.name', 'a.image', 'a.year'])
      .where('f.userId', '=', userId)
      .where((eb) => eb.or([eb('o.userId', 'is', null), isSeenBy(reader, 'o')]))
      .$call((query) => newestFirst(query, 'f.createdAt', 'f.albumId', after))
      .limit(PAGE + 1),
  ),
)

export async function listFavorites(
  { db }: Pick<Deps, 'db'>,
  viewer: SignedIn | null,
  { nickname, cursor }: FavoriteListInput,
): Promise<Page<AlbumCard>> {
  return await readOf({ db }, { viewer, nickname, nothing: emptyPage }, async ({ id: userId, reader }) => {
    const rows = await favoritesSeenBy[reader](db, { userId, after: readCursor(cursor) })
    const { page, next } = pageOf(rows, PAGE, ({ createdAt, albumId }) =>
      writeCursor({ at: createdAt, id: albumId }),
    )
    return { items: page.map(({ artist, name, image, year }) => ({ artist, name, image, year })), next }
  })
}
